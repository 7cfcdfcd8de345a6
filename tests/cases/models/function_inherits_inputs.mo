// at 1: y = 11 tol 1e-12
// source: MLS 12.2: inputs of a base class come first
partial function One
  input Real a;
  output Real y;
end One;
function Two
  extends One;
  input Real b;
algorithm
  y := 10*a + b;
end Two;
model M
  Real y = Two(1, 1);
end M;
