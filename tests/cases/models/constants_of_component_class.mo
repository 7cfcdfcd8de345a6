// at 1: y = 8 tol 1e-12
// source: MLS 5.3: a constant of a class that a component's class inherits
package P
  constant Real k = 2;
  model A
    constant Real c = 4*k;
    Real y = c;
  end A;
end P;
model M
  extends P.A;
end M;
