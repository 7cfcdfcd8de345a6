// expect: 9:9: no element 'y' in P (modifier 'a.p.y')
model A
  replaceable model P
    Real x = 1;
  end P;
  P p;
end A;
model M
  A a(P(y = 2));
end M;
