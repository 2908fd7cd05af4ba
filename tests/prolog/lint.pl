% Prints the exports of the given modules that have no mode line, and fails if there are any:
%
%     swipl tests/prolog/lint.pl -- prolog/*/*.pl

:- use_module(library(pldoc)).
:- use_module(library(pldoc/doc_process), [doc_comment/4]).
:- use_module(library(lists), [member/2]).
:- doc_collect(true).
:- initialization(main, main).

main(Files) :-
    findall(Module:Indicator,
            ( member(File, Files),
              use_module(File, []),
              absolute_file_name(File, Path),
              module_property(Module, file(Path)),
              module_property(Module, exports(Indicators)),
              member(Indicator, Indicators),
              \+ documented(Module, Indicator)
            ),
            Missing),
    forall(member(Export, Missing), format("no mode line: ~q~n", [Export])),
    Missing == [].

documented(Module, Name/Arity) :-
    doc_comment(Module:Object, _, _, _),
    (   Object = Name/Arity
    ->  true
    ;   Object = Name//NonterminalArity,
        Arity =:= NonterminalArity + 2
    ),
    !.
