// at 0.5: n = 0 tol 1e-12
// at 1.5: n = 10 tol 1e-12
// at 2.5: n = 20 tol 1e-12
// at 2.5: b = 3 tol 1e-12
// source: the second when-statement reads what it counts as a subscript, which begins at 1: times 1 and 2 are passed in turn
model M
  parameter Real at[2] = {1, 2}, never[1] = {9};
  Integer a(start = 1, fixed = true), b(start = 1, fixed = true);
  discrete Real n(start = 0, fixed = true);
algorithm
  when time > never[min(a, 1)] then
    a := a + 1;
    n := -1;
  end when;
  when time > at[min(b, 2)] then
    b := b + 1;
    n := n + 10;
  end when;
  annotation(experiment(StopTime = 3));
end M;
