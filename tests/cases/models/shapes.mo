// at 2: s = 600 tol 1e-9
// at 2: t[2] = 16 tol 1e-9
// at 2: corner = 48 tol 1e-9
// at 2: nothing = 0 tol 0
// at 2: product_of_nothing = 1 tol 0
// at 2: joined[5] = 6 tol 1e-12
// at 2: wide[2,3] = 60 tol 1e-12
// at 2: picked = 27 tol 1e-12
// at 2: c.b[3].x[2] = 9 tol 1e-12
// at 2: c.b[1].y = 5 tol 1e-12
// at 2: chosen = 6 tol 1e-12
// source: by hand; a[i,j,k] runs from 1 to 24
model B
  parameter Real p = 1;
  Real x[2](each start = 3, each fixed = true), y = p;
equation
  der(x) = ones(2);
end B;
model C
  B b[3](each p = 2, each x(each start = 4));
end C;
model Shapes "arrays of any rank and of no elements, slices, end, cat, each inside each"
  type Colour = enumeration(red, green, blue);
  parameter Integer n = 0;
  parameter Real a[2, 3, 4] = {{{k + 4*(j - 1) + 12*(i - 1) for k in 1:4} for j in 1:3} for i in 1:2};
  Real x[2, 3, 4], s = sum(x), t[3] = x[1, :, end], corner = x[end, end, end];
  Real none[n], no_rows[n, 3], nothing = sum(none) + sum(no_rows) + size(no_rows, 1);
  Real product_of_nothing = product(none), no_result[n] = no_rows*{1, 2, 3};
  Real joined[5] = cat(1, none, {1, 2, 3}, {4, 6}), wide[2, 3] = cat(2, {{1, 2}, {4, 5}}, {{3}, {60}});
  parameter Integer order[3] = {3, 1, 2};
  Real picked = joined[order[end]] + joined[end - order[1]] + (joined[2:end])[end] + sum(joined[1:2:end])
      + joined[{end, 1}]*{1, 1};
  C c(b(each p = 5, each x(each start = 7)));
  Real paint[Colour] = {1, 2, 3}, chosen = sum(paint[i] for i in Colour);
equation
  for i in 1:2, j in 1:3, k in 1:4 loop
    x[i, j, k] = a[i, j, k]*time;
  end for;
  for i in 1:n loop
    none[i] = der(none[i]);
  end for;
  no_rows = fill(0, n, 3);
  annotation (experiment(StopTime = 2));
end Shapes;
