% English sentences by a grammar that is left-recursive, as linguists write it.
%
% sentence(Tree, Words, []). Prolog's own order does not come back from
% `np --> np, pp`.
%
% Written by hand. MIT licence.

sentence(s(NP, VP)) --> np(Number, NP), vp(Number, VP).
sentence(s(S, Joined, T)) --> sentence(S), joins(Joined), sentence(T).

np(Number, np(NP, PP)) --> np(Number, NP), pp(PP).
np(Number, np(NP, that, VP)) --> np(Number, NP), [that], vp(Number, VP).
np(Number, np(Det, N)) --> determiner(Number, Det), nbar(Number, N).
np(singular, name(Name)) --> name(Name).

nbar(Number, n(Adjective, N)) --> adjective(Adjective), nbar(Number, N).
nbar(Number, n(N)) --> noun(Number, N).

vp(Number, vp(VP, PP)) --> vp(Number, VP), pp(PP).
vp(Number, vp(V, NP)) --> verb(Number, transitive, V), np(_, NP).
vp(Number, vp(V)) --> verb(Number, intransitive, V).
vp(Number, vp(V, that, S)) --> verb(Number, clausal, V), [that], sentence(S).

pp(pp(P, NP)) --> preposition(P), np(_, NP).

joins(and) --> [and].
joins(but) --> [but].

determiner(singular, the) --> [the].
determiner(plural, the) --> [the].
determiner(singular, a) --> [a].
determiner(plural, some) --> [some].

adjective(old) --> [old].
adjective(tall) --> [tall].
adjective(quiet) --> [quiet].

noun(singular, dog) --> [dog].
noun(plural, dog) --> [dogs].
noun(singular, sailor) --> [sailor].
noun(plural, sailor) --> [sailors].
noun(singular, hill) --> [hill].
noun(plural, hill) --> [hills].

name(ada) --> [ada].
name(kurt) --> [kurt].

verb(singular, transitive, see) --> [sees].
verb(plural, transitive, see) --> [see].
verb(singular, transitive, follow) --> [follows].
verb(plural, transitive, follow) --> [follow].
verb(singular, intransitive, sleep) --> [sleeps].
verb(plural, intransitive, sleep) --> [sleep].
verb(singular, clausal, know) --> [knows].
verb(plural, clausal, know) --> [know].

preposition(with) --> [with].
preposition(on) --> [on].
