% Countries S1, test queries.
%
% Made by `python -m tools.make countries_s1` from the Python package countryinfo
% 1.0.1, Copyright (c) 2018 Porimol Chandro, MIT licence
% (LICENSE-countryinfo.txt). Do not edit.
%
% All 24 have a proof, of 4 inferences at best.

query(locatedIn(burkina_faso, africa)).
query(locatedIn(cambodia, asia)).
query(locatedIn(costa_rica, americas)).
query(locatedIn(dominican_republic, americas)).
query(locatedIn(egypt, africa)).
query(locatedIn(germany, europe)).
query(locatedIn(guinea_bissau, africa)).
query(locatedIn(hungary, europe)).
query(locatedIn(iraq, asia)).
query(locatedIn(israel, asia)).
query(locatedIn(lebanon, asia)).
query(locatedIn(libya, africa)).
query(locatedIn(nepal, asia)).
query(locatedIn(north_korea, asia)).
query(locatedIn(norway, europe)).
query(locatedIn(pakistan, asia)).
query(locatedIn(qatar, asia)).
query(locatedIn(senegal, africa)).
query(locatedIn(somalia, africa)).
query(locatedIn(south_sudan, africa)).
query(locatedIn(spain, europe)).
query(locatedIn(togo, africa)).
query(locatedIn(turkmenistan, asia)).
query(locatedIn(yemen, asia)).
