:- module(source_terms,
          [ source_term/5               % +Load, +Source, +Reader, +Role, -Item
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(declarations, [declaration/4]).
:- use_module(loads, [load_option/3, note/6, refuse/5]).
:- use_module(predicates, [declare_predicate/4]).
:- use_module(reading, [open_source/2, source_item/3, source_name/2]).

/** <module> The terms of a source, without its directives
*/

%!  source_term(+Load, +Source, +Reader, +Role, -Item) is nondet.
%
%   True if Item is term(Term, Layout, Names, Line, Place), one after the other, for a term of
%   Source that is no directive. Role is `program`, or the source itself for queries. What cannot be
%   read and what is no declaration is noted. Unless the load is strict, Item is
%   conditional(Term, Names, Line, Place) for a clause that stands between `:- if` and `:- endif`.

source_term(Load, Source, Reader, Role, Item) :-
    source_name(Source, File),
    Depth = depth(0),                   % of conditional compilation
    catch(setup_call_cleanup(open_source(Source, In),
                             source_item(In, Reader, Item0),
                             close(In)),
          error(Error, _),
          ( unreadable(Error, File, Load), fail )),
    clause_item(Item0, In, Reader, Role, File, Depth, Load, Item).

unreadable(Error, File, Load) :-
    (   memberchk(Error, [existence_error(_, _), permission_error(_, _, _)])
    ->  What = 'the file cannot be opened',
        Fix = 'check its name and permissions'
    ;   What = 'the text cannot be read',
        Fix = 'check that this is a text file'
    ),
    note(Load, error, File, 0, What, Fix).

clause_item(wrong(Place0, What, Fix), _, _, Role, File, _, Load, _) :-
    place_in_text(Role, Place0, Place),
    refuse_item(Role, File, Place, What, Fix, Load),
    fail.
clause_item(term(Term, Layout, Names, Line, Place), In, Reader, Role, File, Depth, Load, Item) :-
    (   directive(Term, Directive),
        \+ ( Role \== program, Term = (?- _) )
    ->  (   Role == program,
            load_option(Load, strict, false),
            next_depth(Directive, Depth)
        ->  true
        ;   read_directive(Directive, In, Reader, Role, File, Place, Load)
        ),
        fail
    ;   \+ arg(1, Depth, 0)
    ->  Item = conditional(Term, Names, Line, Place)
    ;   Item = term(Term, Layout, Names, Line, Place)
    ).

% A typed query is refused, whatever is left out of files.

refuse_item(Role, File, Place, What, Fix, Load) :-
    (   Role = text(_, _)
    ->  note(Load, error, File, Place, What, Fix)
    ;   refuse(Load, File, Place, What, Fix)
    ).

% next_depth(+Directive, +Depth) is semidet: conditional compilation begins, goes on or ends.

next_depth(Directive, Depth) :-
    nonvar(Directive),
    change(Directive, Change),
    arg(1, Depth, N0),
    N is max(0, N0 + Change),
    nb_setarg(1, Depth, N).

change(if(_), 1).
change(elif(_), 0).
change(else, 0).
change(endif, -1).

% No place lies behind the end of a typed query.

place_in_text(Role, Place0, Place) :-
    (   Role = text(_, Text)
    ->  string_length(Text, Length),
        Place is min(Place0, Length)
    ;   Place = Place0
    ).

directive(Term, Directive) :-
    nonvar(Term),
    marked(Term, Directive).

marked((:- Directive), Directive).
marked((?- Directive), Directive).

read_directive(Directive, In, Reader, Role, File, Place, Load) :-
    (   declaration(Directive, In, Reader, Findings)
    ->  forall(member(Found, Findings),
               declaration_finding(Found, Role, File, Place, Load))
    ;   refuse_directive(Directive, Role, File, Place, Load)
    ).

declaration_finding(declared(Indicator), Role, File, Place, Load) :-
    (   Role == program
    ->  declare_predicate(Indicator, File, Place, Load)
    ;   refuse_item(Role, File, Place, 'a file of queries declares a predicate',
                    'move the declaration to the program', Load)
    ).
declaration_finding(problem(What, Fix), Role, File, Place, Load) :-
    refuse_item(Role, File, Place, What, Fix, Load).

refuse_directive(Directive, Role, File, Place, Load) :-
    directive_name(Directive, Name),
    (   special_directive(Directive, Why, Fix)
    ->  format(atom(What), 'directive ~w: ~w', [Name, Why]),
        refuse_item(Role, File, Place, What, Fix, Load)
    ;   format(atom(What), 'directive ~w: no directive is ever run', [Name]),
        (   Role \== program
        ->  refuse_item(Role, File, Place, What, 'write a goal without `:-` in front of it', Load)
        ;   load_option(Load, strict, true)
        ->  note(Load, error, File, Place, What, 'remove it, or load without --strict')
        ;   note(Load, ignored, File, Place, What, 'remove it if the program does not need it')
        )
    ).

directive_name(Directive, Name) :-
    (   nonvar(Directive),
        Directive = (First, _)
    ->  directive_name(First, Name)
    ;   callable(Directive)
    ->  functor(Directive, Functor, Arity),
        format(atom(Name), '~q/~d', [Functor, Arity])
    ;   Name = 'without a name'
    ).

% Directives whose absence changes what the text means: skipping them would be silent.

special_directive(Directive, 'conditional compilation is not supported',
                  'keep the branch that applies and remove the others') :-
    callable(Directive),
    functor(Directive, Name, Arity),
    memberchk(Name/Arity, [if/1, elif/1, else/0, endif/0]).
special_directive(Directive, 'a program cannot load another file',
                  'name the file beside this one: program = ["this.pl", "other.pl"]') :-
    callable(Directive),
    (   Directive = [_|_]
    ;   functor(Directive, Name, 1),
        memberchk(Name, [include, consult, load_files]),
        true
    ).
