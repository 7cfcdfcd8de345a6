// at 1: p.y = 6 tol 1e-12
// at 1: f2 = 4 tol 1e-12
// source: constants of the classes around are seen from inside [MLS36, 5.3.1]
model M
  constant Real k = 3;
  model P
    Real y = 2*k;
  end P;
  function f
    input Real u;
    output Real v = u + k;
  algorithm
  end f;
  P p;
  Real f2 = f(time);
end M;
