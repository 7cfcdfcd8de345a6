// at 1: x = 12 tol 1e-12
// at 1: c.u.b = 2 tol 1e-12
// source: parameter and input hold for all of a record (MLS 4.4.2.2); a parameter record follows its parameters
record Plate
  Real width = 3;
  Real height = 2*width/1.5;
  Real area = width*height;
end Plate;
record Pair
  Real a, b;
end Pair;
connector Given = input Pair;
block Take
  Given u;
  Real s = u.a + u.b;
end Take;
model M
  parameter Plate p;
  Real x = p.area;
  Take c(u = Pair(1, 2*time));
end M;
