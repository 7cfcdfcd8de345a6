// at 1: y = 12 tol 1e-12
// source: MLS 7.3.3: a function of a redeclared package, through a component
partial package Medium
  constant Real k = 1;
  replaceable partial function h
    input Real T;
    output Real y;
  end h;
end Medium;
package Water
  extends Medium(k = 4);
  redeclare function extends h
  algorithm
    y := k*T;
  end h;
end Water;
model Volume
  replaceable package Medium = Water constrainedby Medium;
  Real y = Medium.h(3*time);
end Volume;
model M
  Volume v(redeclare package Medium = Water);
  Real y = v.y;
end M;
