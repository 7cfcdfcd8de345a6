// at 1: x = 2 tol 1e-12
// at 1: y = 2 tol 1e-12
// source: quoted names are names like others [MLS36, 2.3.1]
model M
  Real 'a + b' = 2*time, x = 'a + b', y = part.'d e';
  model P
    Real 'd e' = 2;
  end P;
  P part;
end M;
