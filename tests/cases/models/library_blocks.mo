// at 1: plant.y = 1.1528862890178497 tol 1e-5
// at 1: total = 3 tol 1e-9
// at 1: mux.y[2] = 2 tol 1e-9
// source: 1.5 der(y) = 2 (2 - y) - y gives y = 4/3 (1 - exp(-2 t))
package Blocks
  connector RealInput = input Real;
  connector RealOutput = output Real;
  partial block SO
    RealOutput y;
  end SO;
  partial block SISO
    RealInput u;
    RealOutput y;
  end SISO;
  partial block MO
    parameter Integer nout = 1;
    RealOutput y[nout];
  end MO;
  block Constant
    extends SO;
    parameter Real k = 1;
  equation
    y = k;
  end Constant;
  block Gain
    extends SISO;
    parameter Real k = 1;
  equation
    y = k*u;
  end Gain;
  block Feedback
    RealInput u1, u2;
    RealOutput y;
  equation
    y = u1 - u2;
  end Feedback;
  block FirstOrder
    extends SISO(y(start = y0, fixed = true));
    parameter Real T = 1, k = 1, y0 = 0;
  equation
    T*der(y) = k*u - y;
  end FirstOrder;
  block Constants
    extends MO(final nout = size(k, 1));
    parameter Real k[:] = {1};
  equation
    y = k;
  end Constants;
  block Sum
    parameter Integer nin = 1;
    RealInput u[nin];
    RealOutput y = sum(u);
  end Sum;
  block Multiplex
    parameter Integer n = 2;
    RealInput u[n];
    RealOutput y[n];
  equation
    connect(u, y);
  end Multiplex;
end Blocks;
model M
  import Blocks.*;
  Constant ref(k = 2);
  Feedback error;
  Gain gain(k = 1);
  FirstOrder plant(k = 2, T = 1.5);
  Constants c(k = {1, 2});
  Sum s(nin = 2);
  Multiplex mux;
  Real total = s.y;
equation
  connect(ref.y, error.u1);
  connect(error.y, gain.u);
  connect(gain.y, plant.u);
  connect(plant.y, error.u2);
  connect(c.y, mux.u);
  connect(mux.y, s.u);
end M;
