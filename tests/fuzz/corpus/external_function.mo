// expect: 9:12: the external C function 'f' is not supported
// hint: write it as a Modelica function
function f
  input Real a;
  output Real y;
  external "C" y = my_f(a);
end f;
model M
  Real x = f(1);
end M;
