// expect: 7:11: the function 'f' cannot extend the record 'R'
// hint: extend a class of its own kind
record R
  input Real u;
end R;
function f
  extends R;
  output Real y;
algorithm
  y := 1;
end f;
model M
  Real x = f(1);
end M;
