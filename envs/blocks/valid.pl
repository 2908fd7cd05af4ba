% Blocks world: three and four blocks, for validation, 200 queries.
% The comments give the moves of a shortest plan.
%
% Made by `python -m tools.make blocks` (seed 3). MIT licence. Do not edit.

query(plan([[a, c], [f]], [[a], [f, c]], _)).  % 2 moves
query(plan([[e], [f, b]], [[b, e], [f]], _)).  % 2 moves
query(plan([[b, d], [f]], [[d, f, b]], _)).  % 3 moves
query(plan([[a, f], [b]], [[b], [f, a]], _)).  % 2 moves
query(plan([[e, a, f]], [[a, e], [f]], _)).  % 2 moves
query(plan([[f, b, e]], [[b], [e, f]], _)).  % 3 moves
query(plan([[b, f], [c]], [[c, f, b]], _)).  % 3 moves
query(plan([[c, e], [d]], [[d], [e, c]], _)).  % 2 moves
query(plan([[b, e], [f]], [[b, e, f]], _)).  % 3 moves
query(plan([[b, a, d]], [[a, b, d]], _)).  % 4 moves
query(plan([[f, b, e]], [[e, b], [f]], _)).  % 3 moves
query(plan([[a, b, c]], [[a, c, b]], _)).  % 4 moves
query(plan([[b, c, f]], [[b], [c, f]], _)).  % 1 moves
query(plan([[c, f, a]], [[a, f, c]], _)).  % 3 moves
query(plan([[b, f, d]], [[b], [d], [f]], _)).  % 2 moves
query(plan([[a], [c, f]], [[f, c, a]], _)).  % 2 moves
query(plan([[a], [c], [e]], [[a, e, c]], _)).  % 2 moves
query(plan([[e, f, c]], [[e, c, f]], _)).  % 4 moves
query(plan([[b, c, f]], [[c], [f, b]], _)).  % 3 moves
query(plan([[b], [f, d]], [[d, b], [f]], _)).  % 2 moves
query(plan([[b, f], [d]], [[d, b], [f]], _)).  % 2 moves
query(plan([[b, f, c]], [[c, b], [f]], _)).  % 3 moves
query(plan([[b, d], [c]], [[c], [d, b]], _)).  % 2 moves
query(plan([[d, e, c]], [[c], [d, e]], _)).  % 3 moves
query(plan([[f, b, a]], [[a, b, f]], _)).  % 3 moves
query(plan([[a], [c, f]], [[a], [f, c]], _)).  % 2 moves
query(plan([[d, c], [e]], [[d, c, e]], _)).  % 3 moves
query(plan([[f, b, a]], [[b, a, f]], _)).  % 4 moves
query(plan([[d, b, e]], [[b, e, d]], _)).  % 4 moves
query(plan([[b, c], [d]], [[b], [c, d]], _)).  % 2 moves
query(plan([[d, f, e]], [[d], [e], [f]], _)).  % 2 moves
query(plan([[a, c], [b]], [[a], [c, b]], _)).  % 2 moves
query(plan([[d, c], [f]], [[c], [f, d]], _)).  % 2 moves
query(plan([[b, a], [d]], [[d, a, b]], _)).  % 3 moves
query(plan([[a], [d, c]], [[a, d], [c]], _)).  % 2 moves
query(plan([[b, f, e]], [[e, f, b]], _)).  % 3 moves
query(plan([[a], [b, d]], [[b, a], [d]], _)).  % 1 moves
query(plan([[e, a, d]], [[d, a, e]], _)).  % 3 moves
query(plan([[b, c, a]], [[b], [c, a]], _)).  % 1 moves
query(plan([[a], [d], [e]], [[e, d, a]], _)).  % 2 moves
query(plan([[b, f], [c]], [[b, c, f]], _)).  % 3 moves
query(plan([[e, b], [f]], [[b], [e], [f]], _)).  % 1 moves
query(plan([[f, c, e]], [[c, e, f]], _)).  % 4 moves
query(plan([[b], [d, c]], [[b, c, d]], _)).  % 3 moves
query(plan([[e, c, f]], [[e, f, c]], _)).  % 4 moves
query(plan([[b], [e, c]], [[c, b, e]], _)).  % 3 moves
query(plan([[b, c, d]], [[c, d, b]], _)).  % 4 moves
query(plan([[d], [e, f]], [[e], [f, d]], _)).  % 2 moves
query(plan([[b], [e, f]], [[f, e, b]], _)).  % 2 moves
query(plan([[c, b], [e]], [[c, e, b]], _)).  % 3 moves
query(plan([[a, f, b]], [[b, f, a]], _)).  % 3 moves
query(plan([[e], [f, a]], [[e, f, a]], _)).  % 1 moves
query(plan([[b], [e, a]], [[a, b], [e]], _)).  % 2 moves
query(plan([[c, b, a]], [[a], [c, b]], _)).  % 3 moves
query(plan([[b], [f, a]], [[a, b, f]], _)).  % 3 moves
query(plan([[f, c, b]], [[f, b, c]], _)).  % 4 moves
query(plan([[c, a, e]], [[a], [c], [e]], _)).  % 2 moves
query(plan([[c, f, a]], [[a], [c], [f]], _)).  % 2 moves
query(plan([[d, c], [f]], [[c, d, f]], _)).  % 2 moves
query(plan([[b, e], [c]], [[e, b, c]], _)).  % 2 moves
query(plan([[c, e], [d]], [[e, c, d]], _)).  % 2 moves
query(plan([[e, d, f]], [[f, d, e]], _)).  % 3 moves
query(plan([[b], [c], [e]], [[c, e, b]], _)).  % 2 moves
query(plan([[b, d, e]], [[b], [d, e]], _)).  % 1 moves
query(plan([[b], [c, d]], [[c, b, d]], _)).  % 3 moves
query(plan([[b], [e], [f]], [[f, e, b]], _)).  % 2 moves
query(plan([[a], [f, e]], [[e, f, a]], _)).  % 2 moves
query(plan([[b], [d], [f]], [[b, d, f]], _)).  % 2 moves
query(plan([[b, e, f]], [[e, b, f]], _)).  % 4 moves
query(plan([[c, b, d]], [[b], [c, d]], _)).  % 3 moves
query(plan([[b, e, f]], [[b, f, e]], _)).  % 4 moves
query(plan([[a], [c, f]], [[a, c, f]], _)).  % 1 moves
query(plan([[d, f, a]], [[f, d, a]], _)).  % 4 moves
query(plan([[f, c, d]], [[d, c, f]], _)).  % 3 moves
query(plan([[b, a, c]], [[b, c, a]], _)).  % 4 moves
query(plan([[a, d, e]], [[a, e, d]], _)).  % 4 moves
query(plan([[f, b, e]], [[e, b, f]], _)).  % 3 moves
query(plan([[d, c], [f]], [[c], [d, f]], _)).  % 1 moves
query(plan([[c, e], [f]], [[c, f, e]], _)).  % 3 moves
query(plan([[a, c], [d]], [[c, a, d]], _)).  % 2 moves
query(plan([[c, e, f]], [[c, f, e]], _)).  % 4 moves
query(plan([[d], [f, a]], [[a, d, f]], _)).  % 3 moves
query(plan([[b], [f, d]], [[f, d, b]], _)).  % 3 moves
query(plan([[b], [e], [f]], [[b, e], [f]], _)).  % 1 moves
query(plan([[f, d, b]], [[b, d], [f]], _)).  % 3 moves
query(plan([[b, a, e]], [[a, e, b]], _)).  % 4 moves
query(plan([[e, c, f]], [[e], [f, c]], _)).  % 3 moves
query(plan([[c], [f, d]], [[d, c, f]], _)).  % 3 moves
query(plan([[c], [e, a]], [[a], [c], [e]], _)).  % 1 moves
query(plan([[d, c], [e]], [[c], [d], [e]], _)).  % 1 moves
query(plan([[b], [e], [f]], [[e, f, b]], _)).  % 2 moves
query(plan([[a], [d], [e]], [[a], [e, d]], _)).  % 1 moves
query(plan([[a, e, d]], [[a, d], [e]], _)).  % 3 moves
query(plan([[a, b], [f]], [[a, f, b]], _)).  % 3 moves
query(plan([[b, a], [d]], [[b], [d, a]], _)).  % 2 moves
query(plan([[c, b], [f]], [[b, f, c]], _)).  % 3 moves
query(plan([[d, e, c]], [[c], [d], [e]], _)).  % 2 moves
query(plan([[c, b, f]], [[b], [c], [f]], _)).  % 2 moves
query(plan([[a, b, e]], [[a], [e, b]], _)).  % 3 moves
query(plan([[a], [e], [f]], [[a, f, e]], _)).  % 2 moves
query(plan([[c, f, a, d]], [[a], [d, c, f]], _)).  % 5 moves
query(plan([[d], [e], [f, c]], [[c], [d, e], [f]], _)).  % 2 moves
query(plan([[b, d, c], [f]], [[b, d], [c], [f]], _)).  % 3 moves
query(plan([[c, a], [d, f]], [[d, a, c], [f]], _)).  % 3 moves
query(plan([[c], [d, e], [f]], [[c, f], [d, e]], _)).  % 1 moves
query(plan([[a, f], [d, e]], [[a], [d], [e], [f]], _)).  % 2 moves
query(plan([[e, a], [f, b]], [[b], [f, a, e]], _)).  % 3 moves
query(plan([[f, d, c, a]], [[d, c, f, a]], _)).  % 6 moves
query(plan([[f, a, e, d]], [[a, f], [d, e]], _)).  % 4 moves
query(plan([[f, a, e, c]], [[c, a], [f, e]], _)).  % 5 moves
query(plan([[a], [b], [e, f]], [[a, b, e, f]], _)).  % 2 moves
query(plan([[b, e, f, c]], [[b], [e, c], [f]], _)).  % 4 moves
query(plan([[e, f, b, a]], [[b, f, a], [e]], _)).  % 5 moves
query(plan([[b, f, d, a]], [[d], [f, b, a]], _)).  % 5 moves
query(plan([[c], [f, e, b]], [[c], [e, b, f]], _)).  % 4 moves
query(plan([[a, e], [b], [f]], [[b, e, a], [f]], _)).  % 3 moves
query(plan([[a, b, d, e]], [[a, b, e], [d]], _)).  % 5 moves
query(plan([[b, c, a], [e]], [[c, a], [e, b]], _)).  % 2 moves
query(plan([[c, a], [d, e]], [[c], [e, d, a]], _)).  % 3 moves
query(plan([[b, f], [c, d]], [[c], [d, b], [f]], _)).  % 3 moves
query(plan([[a, f, c], [d]], [[a, c, f], [d]], _)).  % 4 moves
query(plan([[a, d, b], [e]], [[a], [d, b, e]], _)).  % 4 moves
query(plan([[c, e, b, f]], [[c], [f, b, e]], _)).  % 4 moves
query(plan([[d, b], [f, c]], [[b], [c, f], [d]], _)).  % 3 moves
query(plan([[a], [d, b], [e]], [[a], [b], [e, d]], _)).  % 2 moves
query(plan([[c], [d, b], [e]], [[c, d], [e, b]], _)).  % 3 moves
query(plan([[a, f, d, e]], [[a, f, e], [d]], _)).  % 5 moves
query(plan([[c, d, b], [f]], [[b, c, f, d]], _)).  % 5 moves
query(plan([[a, c, f], [d]], [[a], [c, d, f]], _)).  % 4 moves
query(plan([[e, f, a, b]], [[b, a, f], [e]], _)).  % 4 moves
query(plan([[a], [c, b], [e]], [[c, b, a, e]], _)).  % 4 moves
query(plan([[b], [e, c], [f]], [[f, e, b, c]], _)).  % 4 moves
query(plan([[a, b, f], [c]], [[c, a, f, b]], _)).  % 5 moves
query(plan([[c], [d], [e, a]], [[a, d, c, e]], _)).  % 4 moves
query(plan([[c, b, a, e]], [[a], [b, c, e]], _)).  % 5 moves
query(plan([[f, b, e, a]], [[b], [f, e, a]], _)).  % 3 moves
query(plan([[a, e, f, d]], [[a], [d], [f, e]], _)).  % 3 moves
query(plan([[b, a], [c, d]], [[c, b], [d, a]], _)).  % 3 moves
query(plan([[b], [c, d, f]], [[f, d, c, b]], _)).  % 3 moves
query(plan([[a, d, b, e]], [[a, b, d], [e]], _)).  % 4 moves
query(plan([[d, a, f], [e]], [[d], [f, e, a]], _)).  % 4 moves
query(plan([[a, b, e, c]], [[a, e, b, c]], _)).  % 6 moves
query(plan([[c, a], [f, b]], [[a], [c, f, b]], _)).  % 1 moves
query(plan([[b, f, c], [e]], [[c, e, b], [f]], _)).  % 4 moves
query(plan([[d, b], [f, c]], [[b, c], [d, f]], _)).  % 3 moves
query(plan([[c, e], [d, b]], [[b, d, e, c]], _)).  % 4 moves
query(plan([[a, e], [c], [f]], [[e, c, a, f]], _)).  % 3 moves
query(plan([[c, a, d, b]], [[b, d, c, a]], _)).  % 5 moves
query(plan([[e, f, d, c]], [[c, e, d], [f]], _)).  % 5 moves
query(plan([[d, a], [f, c]], [[d, a, f, c]], _)).  % 3 moves
query(plan([[a], [b], [d], [e]], [[e, a, d, b]], _)).  % 3 moves
query(plan([[a, c, b, d]], [[a], [d, c, b]], _)).  % 5 moves
query(plan([[d, a, c], [e]], [[a, e], [c, d]], _)).  % 3 moves
query(plan([[d, f], [e, c]], [[e, d, f, c]], _)).  % 5 moves
query(plan([[f, a, c, e]], [[c], [e, f, a]], _)).  % 5 moves
query(plan([[d, c, a, e]], [[a], [c], [d], [e]], _)).  % 3 moves
query(plan([[a, c], [d], [e]], [[c, a, e, d]], _)).  % 3 moves
query(plan([[a, c, f, b]], [[a, f, b], [c]], _)).  % 3 moves
query(plan([[f, d, e, b]], [[b], [e, d, f]], _)).  % 3 moves
query(plan([[f, a, e, c]], [[a], [c, f, e]], _)).  % 5 moves
query(plan([[e, c, b, f]], [[b, e, f, c]], _)).  % 6 moves
query(plan([[d, f, c, e]], [[e, c], [f, d]], _)).  % 4 moves
query(plan([[c], [e, a, b]], [[a], [e, c, b]], _)).  % 4 moves
query(plan([[d, c, b], [f]], [[b, f], [c], [d]], _)).  % 3 moves
query(plan([[a, d, e, c]], [[c], [d, a, e]], _)).  % 5 moves
query(plan([[e, b, d, f]], [[b, e], [f, d]], _)).  % 4 moves
query(plan([[c, e, b, a]], [[e, b, a, c]], _)).  % 6 moves
query(plan([[a, f], [d], [e]], [[f, a, e, d]], _)).  % 3 moves
query(plan([[b, f], [d], [e]], [[d, b, e], [f]], _)).  % 2 moves
query(plan([[b], [c, d], [f]], [[f, c, b, d]], _)).  % 4 moves
query(plan([[a, b, c, f]], [[a, c, b], [f]], _)).  % 4 moves
query(plan([[a], [b, c, d]], [[b, a], [c], [d]], _)).  % 2 moves
query(plan([[c, f, a], [d]], [[d, a], [f, c]], _)).  % 3 moves
query(plan([[a], [c], [f, e]], [[a, c, f], [e]], _)).  % 3 moves
query(plan([[a, e], [c, f]], [[a], [c, e], [f]], _)).  % 2 moves
query(plan([[d, c], [f, a]], [[a, c], [d, f]], _)).  % 3 moves
query(plan([[b], [c, e], [d]], [[b, d], [e, c]], _)).  % 3 moves
query(plan([[e, f, c, d]], [[f, c, e, d]], _)).  % 6 moves
query(plan([[a, e, d], [b]], [[a], [d, e, b]], _)).  % 3 moves
query(plan([[c], [f, a, d]], [[c, a, d], [f]], _)).  % 2 moves
query(plan([[a], [e, d, f]], [[a], [f, d, e]], _)).  % 3 moves
query(plan([[e, a, c, d]], [[a, e], [c], [d]], _)).  % 3 moves
query(plan([[a, c, d], [e]], [[c, d, a], [e]], _)).  % 4 moves
query(plan([[b], [f, e, d]], [[e, f, b, d]], _)).  % 5 moves
query(plan([[b, f], [c], [d]], [[b], [d, c], [f]], _)).  % 2 moves
query(plan([[c, a], [f, b]], [[c, b], [f, a]], _)).  % 3 moves
query(plan([[d, b, a, e]], [[b, e, d, a]], _)).  % 6 moves
query(plan([[c, f, b, e]], [[b, c, e, f]], _)).  % 6 moves
query(plan([[e, c, a], [f]], [[e, c, a, f]], _)).  % 5 moves
query(plan([[c], [f, d, e]], [[f, d, e, c]], _)).  % 5 moves
query(plan([[a], [e, c, d]], [[c, e, d, a]], _)).  % 5 moves
query(plan([[a, e], [d, f]], [[a], [d], [e], [f]], _)).  % 2 moves
query(plan([[e], [f, d, c]], [[d, c, e, f]], _)).  % 5 moves
query(plan([[a], [c, b, f]], [[b, f, a], [c]], _)).  % 4 moves
query(plan([[c], [e, f, d]], [[d, e, c], [f]], _)).  % 3 moves
query(plan([[f, c, a, e]], [[c, f, a], [e]], _)).  % 5 moves
query(plan([[a], [f, b, e]], [[a], [b, e, f]], _)).  % 4 moves
query(plan([[c, a], [d, f]], [[a, c, f], [d]], _)).  % 3 moves
query(plan([[b, d, a, f]], [[b, f], [d, a]], _)).  % 5 moves
query(plan([[b, d], [f, e]], [[d], [e], [f, b]], _)).  % 2 moves
