// expect: 11:30: 'f' is not replaceable where it is inherited and cannot be redeclared
// hint: write replaceable before its declaration
package Q
  function f
    input Real u;
    output Real y = u;
  end f;
end Q;
package R
  extends Q;
  redeclare function extends f
    input Real v = 2;
  end f;
end R;
model M
  Real y = R.f(1);
end M;
