// expect: 21:7: the class 'g' cannot take the place of 'F': it has no 'x'
// hint: use a class that has all of its public components
partial function F
  input Real x;
  output Real y;
end F;
function f
  extends F;
algorithm
  y := x;
end f;
function g
  input Real z;
  output Real y = z;
algorithm
end g;
model A
  replaceable function h = f constrainedby F;
end A;
model M
  A a(redeclare function h = g);
end M;
