// at 1: x = 6 tol 1e-12
// at 1: y = 4 tol 1e-12
// at 1: z = 5 tol 1e-12
// source: what is protected is seen by the class itself and by its heirs, by simple names (MLS 4.1.1 and 7.1.2)
package Lib
  constant Real open = 2*hidden;
  function f
    input Real u;
    output Real v;
  algorithm
    v := Lib.hidden*u;
  end f;
  model Part
    Inner i;
    Real y = i.y;
  end Part;
protected
  constant Real hidden = 2;
  model Inner
    Real y = open;
  end Inner;
end Lib;
model Base
protected
  constant Real k = 5;
end Base;
model M
  extends Base;
  Lib.Part p;
  Real x = Lib.f(3);
  Real y = p.y;
  Real z = k;
end M;
