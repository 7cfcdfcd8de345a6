// at 0: s = 5 tol 1e-12
// at 0: t[3] = 30 tol 1e-12
// at 0: n = 3 tol 1e-12
// source: ranges of enumeration literals, arrays indexed by enumerations, Integer(e) [MLS36, 4.8.5, 10.4.3]
model M
  type Color = enumeration(red, green, blue);
  parameter Real w[Color] = {1, 2, 3};
  Real s = sum(w[c] for c in Color.green:Color.blue);
  Real t[Color] = {10*Integer(c) for c in Color};
  Integer n = size(w, 1);
end M;
