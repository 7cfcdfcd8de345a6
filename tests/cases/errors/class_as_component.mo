// expect: 9:7: 'P' is a class and cannot be redeclared as a component
model A
  replaceable model P
    Real x = 1;
  end P;
  P p;
end A;
model M
  A a(redeclare Real P);
end M;
