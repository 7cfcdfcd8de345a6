// at 0: y = 2 tol 1e-12
// source: what is redeclared without saying so stays inner [MLS36, 7.3]
model Part
  outer Real x;
  Real y = x;
end Part;
model Whole
  inner replaceable Real x;
  Part part;
equation
  x = 2;
end Whole;
model M
  Whole whole(redeclare Real x);
  Real y = whole.part.y;
end M;
