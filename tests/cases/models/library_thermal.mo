// at 1: a.T = 336.7671107007677 tol 1e-4
// at 1: b.T = 313.2328892992323 tol 1e-4
// at 1: heat = 23.534221401535486 tol 1e-3
// at 1: room.port.Q = 0 tol 1e-9
// source: two masses of 1 J/K and a conductor of 1 W/K: their difference falls as exp(-2 t)
package Thermal
  type Temperature = Real(unit = "K", start = 288.15, nominal = 300);
  connector HeatPort
    Temperature T;
    flow Real Q(unit = "W");
  end HeatPort;
  connector HeatPort_a
    extends HeatPort;
  end HeatPort_a;
  partial model Element
    Real Q, dT;
    HeatPort_a a, b;
  equation
    dT = a.T - b.T;
    a.Q = Q;
    b.Q = -Q;
  end Element;
  model Conductor
    extends Element;
    parameter Real G = 1;
  equation
    Q = G*dT;
  end Conductor;
  model Radiation
    extends Element;
    parameter Real Gr = 0;
  equation
    Q = Gr*5.670374419e-8*(a.T^4 - b.T^4);
  end Radiation;
  model Mass
    parameter Real C = 1;
    Temperature T;
    HeatPort_a port;
  equation
    T = port.T;
    C*der(T) = port.Q;
  end Mass;
  model Fixed
    parameter Temperature T = 293.15;
    HeatPort_a port(T = T);
  end Fixed;
  model Source
    parameter Real Q = 0;
    HeatPort_a port(Q = -Q);
  end Source;
  model Sensor
    HeatPort_a a, b;
    output Real rate;
  equation
    a.T = b.T;
    a.Q + b.Q = 0;
    rate = a.Q;
  end Sensor;
  model Wall
    parameter Integer n = 2;
    Conductor parts[n](each G = n);
    HeatPort_a a, b;
  equation
    connect(a, parts[1].a);
    for i in 1:n - 1 loop
      connect(parts[i].b, parts[i + 1].a);
    end for;
    connect(parts[n].b, b);
  end Wall;
end Thermal;
model M
  import Thermal.*;
  Mass a(T(start = 411.9478410903, fixed = true)), b(T(start = 238.0521589097, fixed = true));
  Wall wall(n = 4);
  Sensor sensor;
  Radiation none;
  Fixed room;
  Source off;
  Real heat = sensor.rate;
equation
  connect(a.port, sensor.a);
  connect(sensor.b, wall.a);
  connect(wall.b, b.port);
  connect(none.a, room.port);
  connect(none.b, b.port);
  connect(off.port, a.port);
end M;
