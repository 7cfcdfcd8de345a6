// expect: 8:3: 'break' stands only in loops
// hint: use return to leave a function
function f
  input Real u;
  output Real y;
algorithm
  y := u;
  break;
end f;
model M
  Real x = f(time);
end M;
