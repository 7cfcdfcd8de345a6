// at 1: most = 3 tol 0
// at 1: least = 1 tol 0
// at 1: none_min = 3 tol 0
// at 1: none_max = 1 tol 0
// at 1: any = 1 tol 0
// at 1: every = 0 tol 0
// source: min and max of enumerations and Booleans, whose order is that of the literals; of nothing the last and the first one [MLS36, 10.3.4]
model M
  type E = enumeration(low, middle, high);
  E level = if time > 0.5 then E.high else E.low;
  E nothing[0];
  E most = max({E.middle, level}), least = min(k for k in E), none_min = min(nothing), none_max = max(nothing);
  Boolean any = max(k == 2 for k in 1:3), every = min({true, time < 0.5});
end M;
