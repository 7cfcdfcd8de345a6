// at 0: n[1].p.i = 2 tol 1e-10
// at 0: n[3].q.v = 0 tol 1e-10
// at 0: n[2].p.v = 4 tol 1e-10
// source: three resistors of 1 Ohm in series at 6 V: 2 A, and 6, 4, 2, 0 V; connections in loops [MLS36, 8.3.3, 9.1]
connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  parameter Real r = 1;
  Pin p, q;
equation
  p.i + q.i = 0;
  p.v - q.v = r*p.i;
end R;
model V
  parameter Real v = 0;
  Pin p;
equation
  p.v = v;
end V;
model M
  constant Integer N = 3;
  R n[N];
  V a(v = 6), b;
equation
  for k in 1:N - 1 loop
    connect(n[k].q, n[k + 1].p);
  end for;
  connect(a.p, n[1].p);
  connect(b.p, n[N].q);
end M;
