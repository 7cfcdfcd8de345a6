// at 1: i[2].y = 6 tol 1e-6
// at 1: mid[1].sub[2].s = 0.541341132946451 tol 1e-6
// at 1: mid[2].sub[1].s = 0.298722410207184 tol 1e-6
// at 1: rs[2].b[2] = 4 tol 1e-9
// at 1: w2 = 10 tol 1e-9
// at 1: n = 2 tol 0
// at 1: h = 4.141592653589793 tol 1e-12
// source: 2p exp(-p) for p = 2 and 3; the others by their definitions
package Lib
  connector RealInput = input Real "in";
  connector RealOutput = output Real;
  block Gain
    parameter Real k = 1;
    RealInput u; RealOutput y;
  equation y = k*u; end Gain;
  block Integrator
    RealInput u; RealOutput y(start = 0, fixed = true);
  equation der(y) = u; end Integrator;
  record Rec Real a; Real b[2]; end Rec;
  function make input Real t; output Rec r; algorithm r.a := t; r.b := {t, 2*t}; end make;
  model Sub parameter Real p = 1; Real s(start = 2*p, fixed = true); parameter Rec rec(a = 3, b = {1, 2}); equation der(s) = -p*s + rec.b[1] - 1; end Sub;
  model Mid Sub sub[2](each p = 3, rec(each a = 5)); end Mid;
  model Test
    import Lib.*;
    Gain g[2](k = {2, 3});
    Integrator i[2];
    Mid mid[2](sub(p = {{1, 2}, {3, 4}}));
    Rec r = make(time);
    Rec rs[2] = {make(time), make(2*time)};
    Boolean late = time > 0.5;
    Integer n = if late then 2 else 1;
    parameter Real w(fixed = false);
    parameter Real w2 = 2*w;
    Real z;
    discrete Real dd = 3;
    Real h = Modelica.Math.sin(Modelica.Constants.pi/2) + Modelica.Units.Conversions.from_deg(180);
    Modelica.Units.SI.SomethingUnknown q = 1;
  initial algorithm
    z := 4;
  initial equation
    w = z + 1;
  equation
    der(z) = w - w2/2;
    connect(g.y, i.u);
    for k in 1:2 loop
      g[k].u = k;
    end for;
  end Test;
end Lib;
