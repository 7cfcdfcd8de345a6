// at 1: c.v = 6.321205588285577 tol 1e-5
// at 1: r.LossPower = 1.353352832366127 tol 1e-5
// at 1: r.T_here = 300 tol 1e-9
// at 1: sine.v = 0.8414709848078965 tol 1e-6
// source: a capacitor is charged: 10 (1 - exp(-t)); losses (10 exp(-t))^2/R with R = 10; a source with a redeclared signal: sin(t)
package Electrical
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector PositivePin = Pin;
  connector HeatPort
    Real T;
    flow Real Q;
  end HeatPort;
  partial model OnePort
    Real v, i;
    PositivePin p;
    Pin n;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end OnePort;
  partial model ConditionalHeatPort
    parameter Boolean useHeatPort = false;
    parameter Real T = 293.15;
    HeatPort heatPort(T = T_here, Q = -LossPower) if useHeatPort;
    Real LossPower, T_here;
  equation
    if not useHeatPort then
      T_here = T;
    end if;
  end ConditionalHeatPort;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Resistor
    extends OnePort;
    extends ConditionalHeatPort;
    parameter Real R(start = 1);
  equation
    v = R*i;
    LossPower = v*i;
  end Resistor;
  model Capacitor
    extends OnePort(v(start = 0, fixed = true));
    parameter Real C(start = 1);
  equation
    i = C*der(v);
  end Capacitor;
  model ConstantVoltage
    extends OnePort;
    parameter Real V = 1;
  equation
    v = V;
  end ConstantVoltage;
  partial block SO
    output Real y;
  end SO;
  block Constant
    extends SO;
    parameter Real k = 1;
  equation
    y = k;
  end Constant;
  block Sine
    extends SO;
    parameter Real amplitude = 2, omega = 1;
  equation
    y = amplitude*sin(omega*time);
  end Sine;
  partial model VoltageSource
    extends OnePort;
    replaceable Constant signal constrainedby SO;
  equation
    v = signal.y;
  end VoltageSource;
  model SineVoltage
    parameter Real V = 1;
    extends VoltageSource(redeclare Sine signal(amplitude = V));
  end SineVoltage;
  model Ambient
    HeatPort port;
    parameter Real T = 300;
  equation
    port.T = T;
  end Ambient;
end Electrical;
model M
  import Electrical.*;
  ConstantVoltage source(V = 10);
  Resistor r(R = 10, useHeatPort = true), r2(R = 5);
  Capacitor c(C = 0.1);
  Ground ground;
  SineVoltage sine;
  Ambient cool;
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
  connect(sine.p, r2.p);
  connect(r2.n, sine.n);
  connect(sine.n, ground.p);
  connect(r.heatPort, cool.port);
end M;
