// expect: 16:16: a subscript of 's.u' in connect must be known before the run
// hint: use a parameter
connector In = input Real;
connector Out = output Real;
block S
  In u[2];
end S;
block K
  Out y = 1;
end K;
model M
  S s;
  K k, l;
  Integer n = if time > 0.5 then 1 else 2;
equation
  connect(k.y, s.u[n]);
  connect(l.y, s.u[2]);
end M;
