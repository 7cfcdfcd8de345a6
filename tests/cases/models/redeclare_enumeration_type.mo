// at 0: n = 3 tol 1e-12
// source: a replaceable type with enumeration(:) [MLS36, 4.8.5.1]
model A
  replaceable type E = enumeration(:);
  Real x[E];
  Integer n = size(x, 1);
equation
  for e in E loop
    x[e] = Integer(e);
  end for;
end A;
model M
  extends A(redeclare type E = enumeration(a, b, c));
end M;
