// at 0: total = 12 tol 1e-12
// source: loops with the size of an array of components; two iterators in one for
model A
  parameter Real k = 1;
  Real x = k;
end A;
model M
  A a[2,3](each k = 2);
  Real y[2,3];
  Real total = sum(y);
equation
  for i in 1:size(a, 1), j in 1:size(a, 2) loop
    y[i, j] = a[i, j].x;
  end for;
end M;
