// expect: 8:5: class 'X' not found
package P
  model X
    Real y = 1;
  end X;
  encapsulated model E
    Real z = x.y;
    X x;
  end E;
end P;
model M
  P.E e;
end M;
