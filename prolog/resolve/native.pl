:- module(native,
          [ is_native/0
          ]).

/** <module> What the loader leaves to C

The compiled wire is optional. Its predicates are in the module `wire`, once it is loaded.
*/

%!  is_native is semidet.
%
%   True if C reads terms through for the loader and writes numbers for Python, see
%   ../wire/loading.c.

is_native :-
    current_predicate(wire:wire_is_plain/1).
