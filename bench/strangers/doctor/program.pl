% An expert system on sick plants: backward chaining with certainties.
%
% diagnose(Conclusions, Case, Least, How): Conclusions follow from Case, with
% certainties (in percent) of at least Least in sum, and How explains each. A case is
% a list of Observation-Certainty.
%
% Written by hand. MIT licence.

:- op(800, fx, if).
:- op(700, xfx, then).
:- op(300, xfx, with).
:- op(200, xfy, and).

diagnose(Conclusions, Case, Least, How) :-
    explain(Conclusions, Case, 0, Sum, How),
    Sum >= Least.

explain([], _, Sum, Sum, []).
explain([Conclusion|Conclusions], Case, Sum0, Sum, [How|Hows]) :-
    prove(Conclusion, Case, Certainty, How),
    Sum1 is Sum0 + Certainty,
    explain(Conclusions, Case, Sum1, Sum, Hows).

prove(Left and Right, Case, Certainty, How1 and How2) :-
    !,
    prove(Left, Case, Certainty1, How1),
    prove(Right, Case, Certainty2, How2),
    Certainty is min(Certainty1, Certainty2).
prove(no(Finding), Case, 100, no(Finding)) :-
    !,
    \+ believed(Finding, Case).
prove(Finding, Case, Certainty, seen) :-
    observable(Finding),
    !,
    member(Finding-Certainty, Case).
prove(Finding, Case, Certainty, by(Rule, How)) :-
    rule(Rule, if Conditions then Finding with Strength),
    prove(Conditions, Case, Weakest, How),
    Certainty is Weakest * Strength // 100,
    (   cause(Finding)
    ->  Certainty >= 20
    ;   Certainty >= 10
    ).

believed(Finding, Case) :-
    prove(Finding, Case, Certainty, _),
    Certainty >= 50,
    !.

observable(Finding) :-
    \+ concluded(Finding).

concluded(Finding) :-
    rule(_, if _ then Finding with _).

cause(overwatering).
cause(drought).
cause(mildew).
cause(root_rot).
cause(spider_mites).
cause(aphids).
cause(blight).
cause(hunger).

% What is wrong, from signs.
rule(c1, if wilting and wet_soil then overwatering with 90).
rule(c2, if yellowing and soaked then overwatering with 80).
rule(c3, if decay and soaked and no(insects) then overwatering with 70).
rule(c4, if wilting and dry_soil then drought with 90).
rule(c5, if browning and thirst then drought with 80).
rule(c6, if weak and thirst then drought with 60).
rule(c7, if white_powder and damp_air then mildew with 95).
rule(c8, if coating and damp then mildew with 80).
rule(c9, if coating and weak and no(insects) then mildew with 60).
rule(c10, if decay and soft_roots then root_rot with 95).
rule(c11, if decay and overwatering then root_rot with 80).
rule(c12, if weak and soaked then root_rot with 50).
rule(c13, if webs and pale_dots then spider_mites with 95).
rule(c14, if insects and thirst then spider_mites with 70).
rule(c15, if insects and browning then spider_mites with 60).
rule(c16, if insects and sticky_leaves then aphids with 90).
rule(c17, if insects and curled_leaves then aphids with 80).
rule(c18, if insects and weak then aphids with 60).
rule(c19, if dark_spots and damp_air then blight with 85).
rule(c20, if browning and damp then blight with 75).
rule(c21, if decay and damp and no(soaked) then blight with 70).
rule(c22, if pale_leaves and slow_growth then hunger with 85).
rule(c23, if yellowing and weak and no(soaked) then hunger with 75).
rule(c24, if weak and no(thirst) and no(soaked) then hunger with 50).

% What signs mean.
rule(s1, if limp_stems then wilting with 90).
rule(s2, if drooping_leaves then wilting with 80).
rule(s3, if soft_leaves and no(crisp_edges) then wilting with 70).
rule(s4, if yellow_leaves then yellowing with 95).
rule(s5, if pale_leaves and yellow_veins then yellowing with 85).
rule(s6, if pale_leaves then yellowing with 60).
rule(s7, if crisp_edges then browning with 90).
rule(s8, if dark_spots then browning with 75).
rule(s9, if burnt_tips and no(dark_spots) then browning with 80).
rule(s10, if bad_smell then decay with 85).
rule(s11, if soft_stems then decay with 80).
rule(s12, if black_roots then decay with 95).
rule(s13, if wilting and soft_roots then decay with 75).
rule(s14, if wet_soil then soaked with 90).
rule(s15, if moss then soaked with 70).
rule(s16, if watered_daily and no_holes then soaked with 85).
rule(s17, if dry_soil then thirst with 90).
rule(s18, if light_pot then thirst with 75).
rule(s19, if crisp_edges and no(moss) then thirst with 65).
rule(s20, if damp_air then damp with 95).
rule(s21, if no_wind and wet_leaves then damp with 85).
rule(s22, if soaked then damp with 60).
rule(s23, if white_powder then coating with 95).
rule(s24, if grey_fur then coating with 90).
rule(s25, if sticky_leaves then coating with 60).
rule(s26, if webs then insects with 85).
rule(s27, if small_flies then insects with 90).
rule(s28, if sticky_leaves and ants then insects with 95).
rule(s29, if holes_in_leaves then insects with 70).
rule(s30, if slow_growth then weak with 85).
rule(s31, if wilting then weak with 80).
rule(s32, if yellowing then weak with 70).
rule(s33, if few_flowers then weak with 65).
