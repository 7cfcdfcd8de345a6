// at 0: a.p.v = 2 tol 1e-12
// source: a replaceable connector is redeclared with one that has the same elements
connector P0
  Real v;
  flow Real i;
end P0;
connector P1
  extends P0;
end P1;
model Dev
  replaceable connector Pin = P0;
  Pin p;
end Dev;
model M
  Dev a(redeclare connector Pin = P1);
equation
  a.p.v = 2;
end M;
