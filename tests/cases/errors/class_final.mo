// expect: 10:7: 'P' of 'A' is final and cannot be redeclared
// hint: leave it as it is
model A
  final replaceable model P
    Real x = 1;
  end P;
  P p;
end A;
model M
  A a(redeclare model P = Q);
  model Q
    Real x = 2;
  end Q;
end M;
