// at 0: y = 35 tol 1e-12
// source: redeclare function extends adds to what the base package has [MLS36, 7.3.1]
package Base
  constant Real c = 5;
  replaceable partial function f
    input Real u;
    output Real y;
  end f;
end Base;
package Own
  extends Base(c = 7);
  redeclare function extends f
    input Real w = c;
  algorithm
    y := u*w;
  end f;
end Own;
model M
  package P = Own;
  Real y = P.f(5);
end M;
