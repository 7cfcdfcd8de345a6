// at 1: x = 1 tol 1e-6
// source: a function that is called for its effect alone; what it would print is not known before the run
function print
  input String text;
  external "C" ModelicaInternal_print(text, "");
end print;
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  print("x = " + String(x) + ", " + String(2));
end M;
