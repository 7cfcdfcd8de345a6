// expect: 14:7: the function 'f' cannot take the place of the model 'P'
// hint: use a class of its kind
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
