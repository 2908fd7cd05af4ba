:- module(core_loaded,
          [ has_core/0
          ]).

/** <module> What the loader leaves to C

Python loads the C core before it loads a program; its predicates are in the module `core` then.
Without it, as in the tests of these modules, Prolog does the same work.
*/

%!  has_core is semidet.
%
%   True if C reads terms through for the loader and writes numbers for Python, see
%   ../core/loading.c.

has_core :-
    current_predicate(core:core_is_plain/1).
