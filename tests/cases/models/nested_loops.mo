// at 1: s = 36 tol 1e-12
// source: nested loops, also in one for with two iterators
model M
  Real a[2, 3], b[2, 3], s = sum(a) + sum(b);
equation
  for i in 1:2 loop
    for j in 1:3 loop
      a[i, j] = i*j;
    end for;
  end for;
  for i in 1:2, j in 1:3 loop
    b[i, j] = a[i, j];
  end for;
end M;
