// expect: 9:9: no element 'y' in A (modifier 'b.a.y')
model A
  Real x = 1;
end A;
model B
  A a;
end B;
model M
  B b(a(y(start = 5, fixed = true)));
end M;
