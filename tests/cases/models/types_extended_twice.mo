// at 0: x = 5 tol 1e-12
// source: a type may extend a type that extends Real [MLS36, 7.1.3]
type Icon
  extends Real;
end Icon;
type Length
  extends Icon(unit = "m");
end Length;
model M
  Length x = 5;
end M;
