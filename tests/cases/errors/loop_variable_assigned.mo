// expect: 4:23: 'i' is an input or a loop variable and cannot be assigned
// hint: assign a protected variable of the function
function f input Real x; output Real y; algorithm
  for i in 1:2 loop   i := 1; end for; y := x;
end f;
model M
  Real y = f(time);
end M;
