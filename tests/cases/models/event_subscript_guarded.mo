// at 0.95: b[1] = 1 tol 1e-12
// at 0.95: b[3] = 9 tol 1e-12
// at 0.95: i = 10 tol 1e-12
// source: an element is assigned only where the condition around it holds; the subscript is 10 in the end, the array has 3 elements
model M
  parameter Integer n = 3;
  Integer i(start = 0, fixed = true);
  Real b[n](each start = 0, each fixed = true);
algorithm
  when sample(0, 0.1) then
    i := pre(i) + 1;
    if i >= 1 and i <= n then
      b[i] := i*i;
    end if;
  end when;
end M;
