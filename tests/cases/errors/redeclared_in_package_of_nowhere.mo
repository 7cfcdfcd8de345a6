// expect: 8:22: there is no inherited class 'g' that could be redeclared
// hint: leave out 'redeclare'
package Q
  constant Real c = 1;
end Q;
package R
  extends Q;
  redeclare function g
    input Real u;
    output Real y = u;
  end g;
end R;
model M
  Real y = R.g(1);
end M;
