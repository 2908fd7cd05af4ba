% Jobs on one machine: each after those that it needs, and each done in time.
%
% schedule(Jobs, Supply, Order). A job is job(Name, Duration, Due, Needs, Use):
% a job with a positive Use takes from the supply, one with a negative Use
% brings some, and the supply must never run out.
%
% Written by hand. MIT licence.

schedule(Jobs, Supply, Order) :-
    run(Jobs, 0, Supply, [], Order).

run([], _, _, _, []).
run(Jobs, Now, Supply, Done, [Name|Order]) :-
    select(job(Name, Duration, Due, Needs, Use), Jobs, Rest),
    End is Now + Duration,
    End =< Due,
    Left is Supply - Use,
    Left >= 0,
    subset_of(Needs, Done),
    run(Rest, End, Left, [Name|Done], Order).

subset_of([], _).
subset_of([Name|Names], Done) :-
    once_in(Name, Done),
    subset_of(Names, Done).

once_in(Name, [Name|_]).
once_in(Name, [Other|Names]) :-
    Name \== Other,
    once_in(Name, Names).
