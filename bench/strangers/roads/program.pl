% Trips in a network of one-way roads with cycles.
%
% trip(From, To, Budget, Route): the towns of Route lead from one town to the
% other, no two roads in a row have the same colour, no town comes up twice, and
% the roads together are not longer than the budget.
%
% Written by hand but for the roads. MIT licence.

trip(From, To, Budget, Route) :-
    walk(From, To, none, [From], Budget, Route).

walk(Town, Town, _, _, _, []).
walk(Here, To, Last, Seen, Budget, [Next|Route]) :-
    road(Here, Next, Colour, Length),
    Colour \== Last,
    \+ member(Next, Seen),
    Left is Budget - Length,
    Left >= 0,
    walk(Next, To, Colour, [Next|Seen], Left, Route).

% Made by `python bench/strangers/make.py`: what follows.
road(t0, t22, red, 2).
road(t0, t2, green, 3).
road(t0, t25, green, 8).
road(t0, t5, blue, 5).
road(t1, t28, red, 12).
road(t1, t14, red, 13).
road(t1, t32, red, 9).
road(t1, t10, red, 9).
road(t2, t12, green, 4).
road(t2, t21, blue, 7).
road(t2, t5, blue, 5).
road(t2, t29, green, 5).
road(t3, t32, red, 8).
road(t3, t21, red, 9).
road(t3, t33, blue, 7).
road(t3, t6, red, 2).
road(t4, t15, blue, 7).
road(t4, t7, red, 5).
road(t4, t9, red, 5).
road(t4, t19, red, 7).
road(t5, t2, green, 6).
road(t5, t22, red, 3).
road(t5, t29, blue, 7).
road(t5, t14, red, 8).
road(t6, t32, green, 9).
road(t6, t21, red, 12).
road(t6, t38, blue, 12).
road(t6, t8, red, 14).
road(t7, t36, green, 2).
road(t7, t37, red, 8).
road(t7, t9, red, 6).
road(t7, t4, blue, 6).
road(t8, t17, blue, 11).
road(t8, t3, red, 11).
road(t8, t38, red, 8).
road(t8, t21, red, 14).
road(t9, t23, green, 6).
road(t9, t11, blue, 5).
road(t9, t7, blue, 4).
road(t9, t16, red, 3).
road(t10, t1, blue, 11).
road(t10, t22, blue, 10).
road(t10, t5, red, 8).
road(t10, t14, red, 5).
road(t11, t39, green, 4).
road(t11, t16, red, 4).
road(t11, t15, green, 7).
road(t11, t9, red, 5).
road(t12, t29, green, 5).
road(t12, t5, blue, 11).
road(t12, t21, blue, 7).
road(t12, t2, red, 5).
road(t13, t10, blue, 6).
road(t13, t35, red, 6).
road(t13, t14, green, 5).
road(t13, t0, green, 13).
road(t14, t10, red, 5).
road(t14, t0, green, 11).
road(t14, t13, blue, 7).
road(t14, t35, green, 7).
road(t15, t24, blue, 4).
road(t15, t19, green, 4).
road(t15, t9, blue, 6).
road(t15, t30, green, 8).
road(t16, t9, blue, 3).
road(t16, t11, red, 6).
road(t16, t26, green, 6).
road(t16, t39, green, 8).
road(t17, t36, blue, 14).
road(t17, t8, green, 13).
road(t17, t34, blue, 4).
road(t17, t18, green, 8).
road(t18, t34, green, 5).
road(t18, t37, blue, 6).
road(t18, t27, blue, 13).
road(t18, t7, green, 11).
road(t19, t23, green, 4).
road(t19, t9, blue, 7).
road(t19, t11, red, 8).
road(t19, t25, green, 6).
road(t20, t26, green, 7).
road(t20, t11, red, 9).
road(t20, t15, red, 10).
road(t20, t9, red, 12).
road(t21, t2, red, 7).
road(t21, t12, green, 8).
road(t21, t33, blue, 3).
road(t21, t0, red, 9).
road(t22, t2, green, 4).
road(t22, t5, green, 4).
road(t22, t14, green, 10).
road(t22, t12, blue, 9).
road(t23, t9, green, 5).
road(t23, t4, green, 3).
road(t23, t19, blue, 6).
road(t23, t24, blue, 6).
road(t24, t23, blue, 7).
road(t24, t19, blue, 2).
road(t24, t30, green, 8).
road(t24, t15, green, 3).
road(t25, t24, red, 7).
road(t25, t29, red, 7).
road(t25, t23, blue, 6).
road(t25, t19, red, 8).
road(t26, t11, red, 5).
road(t26, t16, red, 7).
road(t26, t39, green, 4).
road(t26, t30, red, 5).
road(t27, t9, green, 5).
road(t27, t23, blue, 8).
road(t27, t11, red, 7).
road(t27, t36, red, 4).
road(t28, t1, green, 11).
road(t28, t32, green, 6).
road(t28, t6, green, 7).
road(t28, t21, green, 9).
road(t29, t25, red, 6).
road(t29, t19, blue, 10).
road(t29, t0, red, 2).
road(t29, t5, red, 6).
road(t30, t15, green, 7).
road(t30, t24, red, 9).
road(t30, t9, red, 6).
road(t30, t11, green, 7).
road(t31, t25, green, 9).
road(t31, t37, red, 6).
road(t31, t23, red, 9).
road(t31, t36, blue, 8).
road(t32, t1, red, 11).
road(t32, t10, blue, 18).
road(t32, t33, green, 12).
road(t32, t28, red, 7).
road(t33, t12, blue, 11).
road(t33, t31, blue, 12).
road(t33, t28, blue, 7).
road(t33, t6, green, 9).
road(t34, t8, blue, 12).
road(t34, t37, red, 12).
road(t34, t27, green, 17).
road(t34, t36, red, 15).
road(t35, t22, red, 12).
road(t35, t13, blue, 5).
road(t35, t14, blue, 6).
road(t35, t2, blue, 15).
road(t36, t7, green, 2).
road(t36, t16, red, 8).
road(t36, t23, green, 8).
road(t36, t4, green, 7).
road(t37, t31, green, 6).
road(t37, t18, green, 7).
road(t37, t17, green, 9).
road(t37, t7, green, 8).
road(t38, t8, green, 6).
road(t38, t34, red, 12).
road(t38, t17, red, 11).
road(t38, t3, blue, 12).
road(t39, t20, blue, 5).
road(t39, t30, blue, 4).
road(t39, t26, green, 4).
road(t39, t11, blue, 6).
