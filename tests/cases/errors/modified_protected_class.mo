// expect: 11:7: the class 'B' is protected in 'A' and cannot be modified from outside
// hint: modify it in a class that extends it
model A
protected
  model B
    Real x = 2;
  end B;
  B b;
end A;
model M
  A a(B(x = 4));
end M;
