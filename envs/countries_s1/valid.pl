% Countries S1, valid queries.
%
% Made by `python -m tools.make countries_s1` from the Python package countryinfo
% 1.0.1, Copyright (c) 2018 Porimol Chandro, MIT licence
% (LICENSE-countryinfo.txt). Do not edit.
%
% All 24 have a proof, of 4 inferences at best.

query(locatedIn(austria, europe)).
query(locatedIn(belarus, europe)).
query(locatedIn(belgium, europe)).
query(locatedIn(belize, americas)).
query(locatedIn(cameroon, africa)).
query(locatedIn(canada, americas)).
query(locatedIn(estonia, europe)).
query(locatedIn(finland, europe)).
query(locatedIn(greece, europe)).
query(locatedIn(guyana, americas)).
query(locatedIn(ireland, europe)).
query(locatedIn(kazakhstan, asia)).
query(locatedIn(laos, asia)).
query(locatedIn(lesotho, africa)).
query(locatedIn(lithuania, europe)).
query(locatedIn(niger, africa)).
query(locatedIn(nigeria, africa)).
query(locatedIn(paraguay, americas)).
query(locatedIn(russia, europe)).
query(locatedIn(slovenia, europe)).
query(locatedIn(swaziland, africa)).
query(locatedIn(tajikistan, asia)).
query(locatedIn(ukraine, europe)).
query(locatedIn(united_arab_emirates, asia)).
