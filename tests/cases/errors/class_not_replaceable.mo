// expect: 13:7: 'P' of 'A' is not replaceable and cannot be redeclared
// hint: write replaceable before its declaration
model A
  model P
    Real x = 1;
  end P;
  P p;
end A;
model Q
  Real x = 2;
end Q;
model M
  A a(redeclare model P = Q);
end M;
