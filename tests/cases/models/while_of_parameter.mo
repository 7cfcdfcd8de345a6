// at 0: s = 8.5550375782593 tol 1e-10
// at 0: i = 24 tol 1e-12
// source: the sum of q^k, q = exp(-0.1), while q^k >= 0.1, which are k = 1 .. 23: q (1 - q^23)/(1 - q)
model M
  parameter Real eps = 1.E-1;
  Integer i;
  Real s;
  Real delta;
algorithm
  s := 0;
  i := 1;
  delta := exp(-0.1 * i);
  while delta >= eps loop
    s := s + delta;
    i := i + 1;
    delta := exp(-0.1 * i);
  end while;
end M;
