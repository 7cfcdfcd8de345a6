// at 1: k = 10 tol 0
// at 1: s = 55 tol 0
// source: statements of a when-clause run one after the other: 1 + 2 + .. + 10
model M
  Integer k(start = 0), s(start = 0);
algorithm
  when sample(0.05, 0.1) then
    k := pre(k) + 1;
    s := pre(s) + k;
  end when;
end M;
