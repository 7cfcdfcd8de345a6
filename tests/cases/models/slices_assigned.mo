// at 0: y[2] = 20 tol 1e-12
// at 0: y[4] = 1 tol 1e-12
// at 0: z = 55 tol 1e-12
// source: slices on the left of statements; loops backwards
function f
  output Real y[4];
algorithm
  y := ones(4);
  y[2:3] := {20, 30};
  for k in 3:-1:3 loop
    y[k] := y[k] + 4;
  end for;
  for k in 3:2 loop
    y[1] := 100;
  end for;
end f;
model M
  Real y[4] = f();
  Real z = y[1] + y[2] + y[3];
end M;
