// expect: 11:22: 'f' is final where it is inherited and cannot be redeclared
// hint: leave it as it is
package Q
  final replaceable function f
    input Real u;
    output Real y = u;
  end f;
end Q;
package R
  extends Q;
  redeclare function f
    input Real u;
    output Real y = 2*u;
  end f;
end R;
model M
  Real y = R.f(1);
end M;
