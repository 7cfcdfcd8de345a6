// expect: 4:39: 'x' is an input or a loop variable and cannot be assigned
// hint: assign a protected variable of the function
function f input Real x; output Real y; algorithm
  y := 2*x; for i in 1:2 loop y := y; x := 1; end for;
end f;
model M
  Real y = f(time);
end M;
