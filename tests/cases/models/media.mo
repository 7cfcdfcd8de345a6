// at 1: t.y = 8 tol 1e-12
// at 1: t.m.h = 4 tol 1e-12
// at 1: o.y = 4 tol 1e-12
// at 1: n = 4 tol 1e-12
// source: 2*cp*T with cp = 4 for water, 2 for oil, T = time
package PartialMedium
  constant Real cp = 1;
  constant Integer nX = 1;
  replaceable partial function enthalpy
    input Real T;
    output Real h;
  end enthalpy;
  function twice
    input Real T;
    output Real y;
  algorithm
    y := 2*enthalpy(T);
  end twice;
  replaceable partial model Properties
    Real T;
    Real h;
  end Properties;
end PartialMedium;
package Water
  extends PartialMedium(cp = 4, nX = 3);
  redeclare function extends enthalpy
  algorithm
    h := cp*T;
  end enthalpy;
  redeclare model extends Properties
  equation
    h = enthalpy(T);
  end Properties;
end Water;
package Oil
  extends Water(cp = 2);
end Oil;
model Tank
  replaceable package Medium = PartialMedium;
  Medium.Properties m(T = time);
  Real y = Medium.twice(m.T);
  Real x[Medium.nX] = ones(Medium.nX);
end Tank;
model M
  replaceable package Medium = Water;
  Tank t(redeclare package Medium = Medium);
  Tank o(redeclare package Medium = Oil);
  Real n = sum(t.x) + 1;
end M;
