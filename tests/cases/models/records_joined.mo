// at 1: b[1].x = 1 tol 1e-12
// at 1: b[3].w = 6 tol 1e-12
// at 1: b[5].x = 3 tol 1e-12
// at 1: r[1,2].x = 3 tol 1e-12
// at 1: d[2].x = 4 tol 1e-12
// at 1: d[2].w = 3 tol 1e-12
// at 1: e[1].w = 8 tol 1e-12
// source: cat and [ , ] join arrays of records, too; records with the same fields in another order are matched by name
model M
  record P
    Real x;
    Real w;
  end P;
  record Q
    Real w;
    Real x;
  end Q;
  P a[2] = {P(1, 2), P(3, 4)};
  P b[5] = cat(1, a, {P(5, 6)}, a);
  P r[1, 2] = [P(1, 2), P(3, 4)];
  parameter P none[0];
  P e[1] = cat(1, none, {P(9, 8)});
  P d[2] = {P(1, 2), Q(3, 4)};
end M;
