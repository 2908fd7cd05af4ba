% Blocks world: three and four blocks, for validation, 200 queries.
% The comments give the moves of a shortest plan.
%
% Made by `symbolic-rl make blocks` (seed 3). MIT licence. Do not edit.

query(plan([[a], [c, d]], [[c, a], [d]], _)).  % 1 moves
query(plan([[c, e, b]], [[b], [c, e]], _)).  % 3 moves
query(plan([[b], [c, e]], [[e, b, c]], _)).  % 3 moves
query(plan([[b, a, d]], [[a, b], [d]], _)).  % 2 moves
query(plan([[e, a, c]], [[a], [c, e]], _)).  % 3 moves
query(plan([[e, c, b]], [[b], [c], [e]], _)).  % 2 moves
query(plan([[b], [d, c]], [[d, b, c]], _)).  % 3 moves
query(plan([[b], [e, d]], [[d, e, b]], _)).  % 2 moves
query(plan([[c, b], [e]], [[b], [c, e]], _)).  % 1 moves
query(plan([[c, a, b]], [[a], [c, b]], _)).  % 3 moves
query(plan([[e, c, b]], [[b, c, e]], _)).  % 3 moves
query(plan([[a], [c, b]], [[a, b], [c]], _)).  % 2 moves
query(plan([[b], [d, c]], [[b], [c], [d]], _)).  % 1 moves
query(plan([[a, d], [c]], [[a, c], [d]], _)).  % 1 moves
query(plan([[b, c], [e]], [[b], [c], [e]], _)).  % 1 moves
query(plan([[a], [c], [d]], [[d, c, a]], _)).  % 2 moves
query(plan([[a, e, b]], [[b, a, e]], _)).  % 4 moves
query(plan([[c, e], [d]], [[c, d, e]], _)).  % 3 moves
query(plan([[b], [d, c]], [[b, c, d]], _)).  % 3 moves
query(plan([[b], [c, e]], [[b, c, e]], _)).  % 1 moves
query(plan([[b], [e, c]], [[c, e, b]], _)).  % 2 moves
query(plan([[b, c], [d]], [[b, c, d]], _)).  % 3 moves
query(plan([[a], [e, d]], [[d, e, a]], _)).  % 2 moves
query(plan([[b, e], [d]], [[b], [d], [e]], _)).  % 1 moves
query(plan([[d, b, a]], [[b, a], [d]], _)).  % 1 moves
query(plan([[a], [c], [d]], [[c], [d, a]], _)).  % 1 moves
query(plan([[b, d, e]], [[b, e], [d]], _)).  % 3 moves
query(plan([[d, b, a]], [[b, d, a]], _)).  % 4 moves
query(plan([[d, b, c]], [[b, c], [d]], _)).  % 1 moves
query(plan([[a], [d, e]], [[d], [e, a]], _)).  % 2 moves
query(plan([[d, c, e]], [[c, e, d]], _)).  % 4 moves
query(plan([[a], [c, b]], [[b, a], [c]], _)).  % 2 moves
query(plan([[d, e, b]], [[d], [e, b]], _)).  % 1 moves
query(plan([[b, c, a]], [[c, b, a]], _)).  % 4 moves
query(plan([[a], [b, e]], [[a, b], [e]], _)).  % 2 moves
query(plan([[c, b, e]], [[e, b, c]], _)).  % 3 moves
query(plan([[b], [c, a]], [[a, b], [c]], _)).  % 2 moves
query(plan([[d, c, a]], [[a, c, d]], _)).  % 3 moves
query(plan([[a, c], [b]], [[a, b], [c]], _)).  % 1 moves
query(plan([[a, d, c]], [[d, c, a]], _)).  % 4 moves
query(plan([[b], [d, c]], [[c, b, d]], _)).  % 3 moves
query(plan([[c, e, b]], [[b, e, c]], _)).  % 3 moves
query(plan([[c, e], [d]], [[d, c, e]], _)).  % 1 moves
query(plan([[a], [d, e]], [[a], [e, d]], _)).  % 2 moves
query(plan([[c, d, e]], [[e, c, d]], _)).  % 4 moves
query(plan([[d], [e, a]], [[e, a, d]], _)).  % 3 moves
query(plan([[a], [e, d]], [[a, e], [d]], _)).  % 2 moves
query(plan([[d], [e, c]], [[c, d], [e]], _)).  % 2 moves
query(plan([[c], [e, b]], [[b, e], [c]], _)).  % 2 moves
query(plan([[d, e, a]], [[e, a, d]], _)).  % 4 moves
query(plan([[b, a, d]], [[d, a, b]], _)).  % 3 moves
query(plan([[c, e, a]], [[a, c, e]], _)).  % 4 moves
query(plan([[a, b], [d]], [[b, a], [d]], _)).  % 2 moves
query(plan([[a, c, b]], [[a], [b, c]], _)).  % 3 moves
query(plan([[b, d, a]], [[a], [d, b]], _)).  % 2 moves
query(plan([[b, d, c]], [[b, d], [c]], _)).  % 3 moves
query(plan([[e, a, b]], [[a], [b], [e]], _)).  % 2 moves
query(plan([[a, d], [c]], [[a], [c], [d]], _)).  % 1 moves
query(plan([[d, e, b]], [[d, b], [e]], _)).  % 3 moves
query(plan([[d, a, e]], [[a, e], [d]], _)).  % 1 moves
query(plan([[b], [e, d]], [[e, d, b]], _)).  % 3 moves
query(plan([[d, c, e]], [[e, c, d]], _)).  % 3 moves
query(plan([[a, e, d]], [[e, a, d]], _)).  % 4 moves
query(plan([[c, b], [d]], [[b, d, c]], _)).  % 3 moves
query(plan([[a], [d], [e]], [[e, a, d]], _)).  % 2 moves
query(plan([[b, e, c]], [[e, c, b]], _)).  % 4 moves
query(plan([[c], [e, a]], [[e, a, c]], _)).  % 3 moves
query(plan([[b], [c], [e]], [[b], [e, c]], _)).  % 1 moves
query(plan([[c, b], [e]], [[e, b, c]], _)).  % 3 moves
query(plan([[a, d, e]], [[d], [e, a]], _)).  % 3 moves
query(plan([[c, b], [e]], [[c, b, e]], _)).  % 3 moves
query(plan([[a], [c], [d]], [[c, a], [d]], _)).  % 1 moves
query(plan([[a, e], [c]], [[a, e, c]], _)).  % 3 moves
query(plan([[e, d, b]], [[b, d, e]], _)).  % 3 moves
query(plan([[a, b, c]], [[c, a, b]], _)).  % 4 moves
query(plan([[c, a], [d]], [[c, a, d]], _)).  % 3 moves
query(plan([[e, d, c]], [[c], [d, e]], _)).  % 2 moves
query(plan([[d, e, b]], [[b, e, d]], _)).  % 3 moves
query(plan([[c], [d, e]], [[d, c, e]], _)).  % 3 moves
query(plan([[a], [b, e]], [[e, a, b]], _)).  % 3 moves
query(plan([[c], [e, d]], [[c, d], [e]], _)).  % 2 moves
query(plan([[a, c], [e]], [[c, a, e]], _)).  % 2 moves
query(plan([[b], [c, e]], [[b, e, c]], _)).  % 3 moves
query(plan([[b, e, c]], [[c, b], [e]], _)).  % 3 moves
query(plan([[b, e, c]], [[b], [c, e]], _)).  % 3 moves
query(plan([[a, b, d]], [[b, d, a]], _)).  % 4 moves
query(plan([[c, d, e]], [[d, e, c]], _)).  % 4 moves
query(plan([[d], [e, b]], [[e, b, d]], _)).  % 3 moves
query(plan([[b, e, a]], [[a], [b], [e]], _)).  % 2 moves
query(plan([[b, d, e]], [[b], [d], [e]], _)).  % 2 moves
query(plan([[b, e, c]], [[e, b, c]], _)).  % 4 moves
query(plan([[a, d, c]], [[c], [d, a]], _)).  % 2 moves
query(plan([[c, a, d]], [[c], [d, a]], _)).  % 3 moves
query(plan([[b, a], [d]], [[a], [d, b]], _)).  % 2 moves
query(plan([[b, c, a]], [[b, a, c]], _)).  % 4 moves
query(plan([[b, c, d]], [[b, c], [d]], _)).  % 3 moves
query(plan([[e, c, d]], [[c], [d], [e]], _)).  % 2 moves
query(plan([[b, c, d]], [[c], [d, b]], _)).  % 3 moves
query(plan([[a], [d, b]], [[a], [b, d]], _)).  % 2 moves
query(plan([[a, e, c]], [[c, a, e]], _)).  % 4 moves
query(plan([[a, e], [d, b]], [[a, e, d, b]], _)).  % 3 moves
query(plan([[b, e, d], [c]], [[c], [e, b, d]], _)).  % 4 moves
query(plan([[b, c, a, d]], [[c, b, d, a]], _)).  % 6 moves
query(plan([[a], [b], [d, e]], [[b], [d, a], [e]], _)).  % 1 moves
query(plan([[a, e, d, c]], [[a], [d], [e, c]], _)).  % 4 moves
query(plan([[a], [b], [c], [e]], [[c], [e, b, a]], _)).  % 2 moves
query(plan([[e, c, b, a]], [[b], [c, a], [e]], _)).  % 4 moves
query(plan([[c], [d, e, b]], [[d, e, b, c]], _)).  % 5 moves
query(plan([[a], [c], [e, d]], [[a], [e, d, c]], _)).  % 3 moves
query(plan([[a], [b, e], [c]], [[b], [e, a, c]], _)).  % 3 moves
query(plan([[a, e], [c], [d]], [[a, d], [c, e]], _)).  % 2 moves
query(plan([[a, e, d, b]], [[b], [d, a, e]], _)).  % 4 moves
query(plan([[d, e, a, b]], [[d, a], [e, b]], _)).  % 5 moves
query(plan([[a, b, c], [e]], [[a, c], [e, b]], _)).  % 4 moves
query(plan([[b], [e, d, a]], [[d, a, b, e]], _)).  % 5 moves
query(plan([[a, e, d], [c]], [[c, a, d], [e]], _)).  % 4 moves
query(plan([[c, a, d], [e]], [[a, d], [e, c]], _)).  % 2 moves
query(plan([[a, d], [b], [e]], [[a, e, d], [b]], _)).  % 3 moves
query(plan([[b, c, a], [d]], [[b, c], [d, a]], _)).  % 4 moves
query(plan([[c], [d, e, b]], [[b, e, c, d]], _)).  % 4 moves
query(plan([[a, c, b, d]], [[d, a, c, b]], _)).  % 6 moves
query(plan([[d, a], [e, c]], [[a], [c], [e, d]], _)).  % 2 moves
query(plan([[a], [c], [d], [e]], [[c], [d, a], [e]], _)).  % 1 moves
query(plan([[b, e], [c], [d]], [[b, e, c, d]], _)).  % 4 moves
query(plan([[a, b, e], [c]], [[b, e, a, c]], _)).  % 4 moves
query(plan([[a], [b], [e, c]], [[b], [c], [e, a]], _)).  % 1 moves
query(plan([[a], [d, e, c]], [[d, c, e, a]], _)).  % 4 moves
query(plan([[b], [d, e, c]], [[d, c, e, b]], _)).  % 4 moves
query(plan([[a], [b, c], [e]], [[a], [b, e, c]], _)).  % 3 moves
query(plan([[b, d, c, a]], [[a, b, c], [d]], _)).  % 5 moves
query(plan([[b, a, d], [c]], [[c, b, a, d]], _)).  % 1 moves
query(plan([[a, e, d], [c]], [[a, c, d], [e]], _)).  % 4 moves
query(plan([[a, d, e], [c]], [[c, a, e, d]], _)).  % 5 moves
query(plan([[b, d, a, c]], [[a, d], [b], [c]], _)).  % 3 moves
query(plan([[a, e, b], [d]], [[a, b], [e, d]], _)).  % 3 moves
query(plan([[c], [d], [e, a]], [[a, e, c, d]], _)).  % 3 moves
query(plan([[a, c], [e, d]], [[c, a, e], [d]], _)).  % 3 moves
query(plan([[e, b, c, a]], [[b, a, c, e]], _)).  % 5 moves
query(plan([[b], [d], [e, a]], [[d, a, e, b]], _)).  % 3 moves
query(plan([[b, e], [c, a]], [[c, a], [e, b]], _)).  % 2 moves
query(plan([[a, d, b], [c]], [[a], [b, d], [c]], _)).  % 3 moves
query(plan([[e, d, b, a]], [[a, b, d], [e]], _)).  % 4 moves
query(plan([[b, e, a], [c]], [[c], [e, b, a]], _)).  % 4 moves
query(plan([[b, c, e, d]], [[b, e], [c], [d]], _)).  % 4 moves
query(plan([[e, b, c, a]], [[a], [b], [c, e]], _)).  % 3 moves
query(plan([[a, e, b, c]], [[c, b, e, a]], _)).  % 4 moves
query(plan([[b, a, e], [c]], [[b, e, a], [c]], _)).  % 4 moves
query(plan([[b, d, a, c]], [[a, c, b, d]], _)).  % 6 moves
query(plan([[a, c, b], [e]], [[a, e], [b], [c]], _)).  % 2 moves
query(plan([[b, c, d, a]], [[a], [b, d, c]], _)).  % 4 moves
query(plan([[e, b, d, a]], [[e, b, a, d]], _)).  % 6 moves
query(plan([[a, d, b], [e]], [[a], [b, d], [e]], _)).  % 3 moves
query(plan([[b, e], [d, a]], [[b], [e, a, d]], _)).  % 4 moves
query(plan([[d, a, b, c]], [[a], [c, b], [d]], _)).  % 4 moves
query(plan([[b, a, e, c]], [[a, c, e, b]], _)).  % 5 moves
query(plan([[a, d], [e, b]], [[a], [b, e], [d]], _)).  % 3 moves
query(plan([[b, c, e], [d]], [[b, c], [e, d]], _)).  % 4 moves
query(plan([[a], [e, b, c]], [[b, c, e, a]], _)).  % 4 moves
query(plan([[b, c], [e, a]], [[a, e, c, b]], _)).  % 4 moves
query(plan([[c, a], [d, e]], [[a], [c], [d, e]], _)).  % 1 moves
query(plan([[d, c, b, e]], [[b], [c, e, d]], _)).  % 5 moves
query(plan([[a, c], [d], [e]], [[a, e, d, c]], _)).  % 4 moves
query(plan([[a, b, c, e]], [[c, a, b], [e]], _)).  % 4 moves
query(plan([[b], [e, c, d]], [[c], [e, d, b]], _)).  % 4 moves
query(plan([[a, e], [b, c]], [[b], [c], [e, a]], _)).  % 3 moves
query(plan([[b], [e, c, a]], [[a, e], [b, c]], _)).  % 4 moves
query(plan([[b, a, c, e]], [[b, a], [e, c]], _)).  % 5 moves
query(plan([[e, b, c, d]], [[d, c, e, b]], _)).  % 5 moves
query(plan([[a], [e, d, b]], [[a, b, d], [e]], _)).  % 4 moves
query(plan([[c, b], [d, e]], [[d, b, c], [e]], _)).  % 3 moves
query(plan([[a], [d, e, b]], [[a, b], [e, d]], _)).  % 3 moves
query(plan([[b, c, a], [d]], [[b, c, d, a]], _)).  % 5 moves
query(plan([[b, a, c, d]], [[c, b, a], [d]], _)).  % 4 moves
query(plan([[b, e], [c, d]], [[b, c], [d], [e]], _)).  % 2 moves
query(plan([[c, b], [d, a]], [[b, a, d], [c]], _)).  % 4 moves
query(plan([[c, d, b, e]], [[c, b], [d], [e]], _)).  % 4 moves
query(plan([[b], [c, d, a]], [[d, b, a, c]], _)).  % 5 moves
query(plan([[a, e], [c, b]], [[b, a], [c, e]], _)).  % 3 moves
query(plan([[d, b, a], [e]], [[a], [b], [d], [e]], _)).  % 2 moves
query(plan([[a], [b, e], [d]], [[e, d, b, a]], _)).  % 3 moves
query(plan([[b, d, a], [c]], [[a, b, d, c]], _)).  % 4 moves
query(plan([[a], [b], [e, d]], [[b, e, a], [d]], _)).  % 2 moves
query(plan([[c, e, d, b]], [[e, c, b, d]], _)).  % 6 moves
query(plan([[c, b, d, a]], [[b, a], [c, d]], _)).  % 5 moves
query(plan([[a], [b], [e, c]], [[a, b, c], [e]], _)).  % 3 moves
query(plan([[a, b, d, c]], [[a, d], [c, b]], _)).  % 5 moves
query(plan([[b], [e, c, d]], [[c, d], [e, b]], _)).  % 1 moves
query(plan([[a], [c, d, e]], [[a, e, c], [d]], _)).  % 4 moves
query(plan([[b, c, a, e]], [[b, a, e], [c]], _)).  % 3 moves
query(plan([[a], [e, d, c]], [[c, a], [d, e]], _)).  % 3 moves
query(plan([[c, a, d, b]], [[b], [d, a, c]], _)).  % 3 moves
query(plan([[a, d, b], [e]], [[b], [d, a], [e]], _)).  % 2 moves
query(plan([[b, e, d, a]], [[d], [e, a, b]], _)).  % 5 moves
query(plan([[c, b, e, d]], [[e, d, c, b]], _)).  % 6 moves
query(plan([[b, d, a], [e]], [[d, b, a], [e]], _)).  % 4 moves
query(plan([[a], [d, e, c]], [[a, e, d, c]], _)).  % 5 moves
query(plan([[c], [e, a, d]], [[c], [d], [e, a]], _)).  % 3 moves
query(plan([[b, d], [c], [e]], [[d], [e, c, b]], _)).  % 3 moves
query(plan([[c, a], [e, d]], [[a, d, c], [e]], _)).  % 4 moves
query(plan([[b, d, a], [e]], [[b, a, e], [d]], _)).  % 4 moves
