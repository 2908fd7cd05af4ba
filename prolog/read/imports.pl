:- module(imports,
          [ imported/2,                 % +Directive, -Specs
            library_operators/2,        % +Library, -Operators
            known_library/1,            % ?Library
            is_missing/1,               % @Library
            library_like/2,             % +Library, -Known
            library_module/1,           % ?Module
            program_file/5              % +Spec, +Root, +Folders, -File, -FileFolders
          ]).

:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> What a directive imports: libraries of SWI-Prolog, and files of the program's folder
*/

%!  imported(+Directive, -Specs) is semidet.
%
%   True if Directive loads what the list Specs names, as terms include(Spec), consult(Spec, Imports), and
%   use(Spec, Imports) or reexport(Spec, Imports), which load nothing but modules. Imports is `all`, a list, or
%   except(List).

imported(Directive, Specs) :-
    callable(Directive),
    (   Directive = [_|_]
    ->  Listed = Directive,
        How = consult(all)
    ;   Directive =.. [Name,Listed|More],
        loader(Name, More, How)
    ),
    (   is_list(Listed)
    ->  Members = Listed
    ;   Members = [Listed]
    ),
    findall(Spec,
            ( member(Member, Members),
              How =.. [Kind|Imports],
              Spec =.. [Kind,Member|Imports]
            ),
            Specs).

loader(use_module, [], use(all)).
loader(use_module, [Imports], use(Imports)).
loader(reexport, [], reexport(all)).
loader(reexport, [Imports], reexport(Imports)).
loader(autoload, [], use(all)).
loader(autoload, [Imports], use(Imports)).
loader(ensure_loaded, [], consult(all)).
loader(consult, [], consult(all)).
loader(load_files, [], consult(all)).
loader(load_files, [_], consult(all)).
loader(include, [], include).

%!  library_operators(+Library, -Operators) is det.
%
%   Unify Operators with the terms op(Priority, Type, Names) that Library of SWI-Prolog exports.

library_operators(Library, Operators) :-
    findall(Operator, exported(Library, Operator), Operators).

exported(clpfd, op(760, yfx, #<==>)).
exported(clpfd, op(750, xfy, #==>)).
exported(clpfd, op(750, yfx, #<==)).
exported(clpfd, op(740, yfx, #\/)).
exported(clpfd, op(730, yfx, #\)).
exported(clpfd, op(720, yfx, #/\)).
exported(clpfd, op(710, fy, #\)).
exported(clpfd, op(700, xfx, [#>, #<, #>=, #=<, #=, #\=, in, ins, in_set])).
exported(clpfd, op(450, xfx, ..)).
exported(clpz, Operator) :-                % Scryer Prolog's
    exported(clpfd, Operator).
exported(clpb, op(300, fy, ~)).
exported(clpb, op(500, yfx, #)).
exported(chr, op(1200, xfx, @)).
exported(chr, op(1190, xfx, pragma)).
exported(chr, op(1180, xfx, [==>, <=>])).
exported(chr, op(1150, fx, [constraints, chr_constraint, chr_type, chr_preprocessor, handler, rules, ?])).
exported(chr, op(1105, xfy, '|')).
exported(chr, op(1100, xfx, \)).
exported(chr, op(500, yfx, #)).
exported(lambda, op(201, xfx, +\)).
exported(coinduction, op(1150, fx, coinductive)).
exported(record, op(1150, fx, record)).
exported(persistency, op(1150, fx, persistent)).
exported(rewrite_term, op(1200, xfx, ::=)).
exported(wfs, op(900, fy, tnot)).
exported(xpath, op(400, fx, [//, /])).
exported(xpath, op(200, fy, @)).

%!  known_library(?Library) is nondet.
%
%   True if Library is one of SWI-Prolog whose pure predicates a program may call without a file.

known_library(Library) :-
    member(Library, [lists, apply, pairs, ordsets, ugraphs, assoc, aggregate, option, readutil,
                     strings, dcg/basics, between, error, debug, tabling, random, gensym, yall,
                     solution_sequences, terms, occurs, apply_macros, dif, when, coroutining, reif]).

%!  is_missing(@Library) is semidet.
%
%   True if Library is the plain name of a library that neither SWI-Prolog has nor this loader knows.

is_missing(Library) :-
    atom(Library),
    \+ known_library(Library),
    \+ exported(Library, _),
    atom_codes(Library, Codes),
    forall(member(Code, Codes), code_type(Code, csym)),
    \+ absolute_file_name(library(Library), _, [file_type(prolog), access(exist), file_errors(fail)]).

%!  library_like(+Library, -Known) is semidet.
%
%   Unify Known with a known library of which Library may be a misspelling.

library_like(Library, Known) :-
    known_library(Known),
    atom(Known),
    dwim_match(Library, Known),
    !.

%!  library_module(?Module) is nondet.
%
%   True if goals may name Module of SWI-Prolog: what it defines is builtin, or in the library.

library_module(system).
library_module(dcg_basics).
library_module(Module) :-
    known_library(Module),
    atom(Module).

%!  program_file(+Spec, +Root, +Folders, -File, -FileFolders) is det.
%
%   Unify File with the name of the file that Spec names in a file of the program. Root is the
%   program's folder, and Folders the list of those below it that lead to the file with Spec.
%
%   @throws no_file(Name, Why) if no regular file below Root has this name, links left out

program_file(Spec, Root, Folders0, File, Folders) :-
    (   spec_text(Spec, Text),
        split_string(Text, "/", "", [First|Rest]),
        First \== "",
        \+ sub_string(First, 0, 1, _, "~")
    ->  true
    ;   throw(no_file(Spec, 'only a relative name of a file can be loaded'))
    ),
    foldl(step(Spec), [First|Rest], Folders0, Names),
    (   append(Folders, [Name0], Names)
    ->  true
    ;   throw(no_file(Spec, 'a folder cannot be loaded'))
    ),
    (   member(Extension, [pl, '', pro, prolog]),
        file_name_extension(Name0, Extension, Name),
        append(Folders, [Name], Path),
        path_below(Root, Path, File),
        exists_file(File)               % a regular one
    ->  true
    ;   throw(no_file(Spec, 'there is no such file in the folder of the program'))
    ),
    (   linked(Path, Root)
    ->  throw(no_file(Spec, 'a link may leave the folder of the program'))
    ;   true
    ).

path_below(Root, Path, File) :-
    (   Root == '.'                     % as the user names the program
    ->  atomic_list_concat(Path, /, File)
    ;   atomic_list_concat([Root|Path], /, File)
    ).

spec_text(Spec, Text) :-
    (   nonvar(Spec),
        Spec = Left/Right
    ->  spec_text(Left, Text1),
        spec_text(Right, Text2),
        atomics_to_string([Text1, "/", Text2], Text)
    ;   ( atom(Spec) ; string(Spec) ),
        atom_string(Spec, Text)
    ).

% step(+Spec, +Name, +Names0, -Names): one part of a path more; none leads above the root.

step(Spec, Name, Names0, Names) :-
    (   memberchk(Name, ["", "."])
    ->  Names = Names0
    ;   Name == ".."
    ->  (   append(Names, [_], Names0)
        ->  true
        ;   throw(no_file(Spec, 'it lies outside the folder of the program'))
        )
    ;   atom_string(Atom, Name),
        append(Names0, [Atom], Names)
    ).

% linked(+Path, +Root) is semidet: a part of Path below Root is a link.

linked(Path, Root) :-
    append(Before, _, Path),
    Before \== [],
    is_link(Before, Root),
    !.

is_link(Path, Root) :-
    path_below(Root, Path, File),
    read_link(File, _, _).
