// note: m.mo:4:12: the derivative that 'wrong' declares is not that of its formulas, which are used
// source: d/dt (2 u) = 2 u', not u'; that of right, u^2 v, is right, n being no variable
package P
  function wrong
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
    annotation(derivative = wrong_der);
  end wrong;
  function wrong_der
    input Real u;
    input Real du;
    output Real dy;
  algorithm
    dy := du;
  end wrong_der;
  function right
    input Real u;
    input Integer n;
    input Real v;
    output Real y;
  algorithm
    y := u^2*v*n;
    annotation(derivative(noDerivative = n) = right_der);
  end right;
  function right_der
    input Real u;
    input Integer n;
    input Real v;
    input Real du;
    input Real dv;
    output Real dy;
  algorithm
    dy := (2*u*du*v + u^2*dv)*n;
  end right_der;
end P;
model M
  Real x = P.wrong(time), y = P.right(time, 2, 3*time);
end M;
