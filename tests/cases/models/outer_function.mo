// at 0: p.y = 9 tol 1e-12
// source: inner and outer also hold for functions that are replaceable [MLS36, 5.4]
partial function F
  input Real u;
  output Real y;
end F;
model P
  outer function f = F;
  Real y = f(3);
end P;
model M
  inner function f = G;
  function G
    extends F;
  algorithm
    y := u^2;
  end G;
  P p;
end M;
