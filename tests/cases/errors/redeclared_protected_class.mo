// expect: 14:7: the class 'B' is protected in 'A' and cannot be modified from outside
// hint: modify it in a class that extends it
model A
protected
  replaceable model B
    Real x = 2;
  end B;
  B b;
end A;
model C
  Real x = 3;
end C;
model M
  A a(redeclare model B = C);
end M;
