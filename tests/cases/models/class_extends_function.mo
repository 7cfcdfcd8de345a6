// at 1: y = 11 tol 1e-12
// source: redeclare function extends adds statements to the inherited ones
package P
  replaceable function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f;
end P;
package Q
  extends P;
  redeclare function extends f
    input Real more = 10;
  algorithm
    y := y + more;
  end f;
end Q;
model M
  Real y = Q.f(time);
end M;
