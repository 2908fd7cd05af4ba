:- module(native,
          [ is_native/0
          ]).

/** <module> What the loader leaves to C

Python loads the C core before it loads a program; its predicates are in the module `wire` then.
Without it, as in the tests of these modules, Prolog does the same work.
*/

%!  is_native is semidet.
%
%   True if C reads terms through for the loader and writes numbers for Python, see
%   ../wire/loading.c.

is_native :-
    current_predicate(wire:wire_is_plain/1).
