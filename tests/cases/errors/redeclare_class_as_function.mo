// expect: 10:3: 'f' is a function and cannot be the class of 'a.p'
function f
  input Real u;
  output Real y = u;
end f;
model A
  replaceable model P
    Real x = 1;
  end P;
  P p;
end A;
model M
  A a(redeclare function P = f);
end M;
