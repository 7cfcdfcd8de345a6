// Incompressible flow in a square whose lid moves, on a staggered grid of N x N cells: pressures in the middle of the
// cells, velocities on their faces. The pressure keeps the flow free of divergence: index 2.
partial model Cavity
  parameter Integer N = 10 "cells per side";
  parameter Real nu = 0.01 "viscosity";
  parameter Real h = 1/N;
  Real u[N - 1, N](each start = 0, each nominal = 0.1) "on inner vertical faces";
  Real v[N, N - 1](each start = 0, each nominal = 0.1) "on inner horizontal faces";
  Real p[N, N](each nominal = 0.1);
  Real lid = 1 - exp(-10*time) "speed of the lid";
equation
  p[1, 1] = 0 "the equation that is left out here follows from the others";
  for i in 1:N, j in 1:N loop
    if i + j > 2 then
      0 = (if i < N then u[i, j] else 0) - (if i > 1 then u[i - 1, j] else 0)
        + (if j < N then v[i, j] else 0) - (if j > 1 then v[i, j - 1] else 0);
    end if;
  end for;
end Cavity;

model NavierStokes "with inertia, in the form that conserves momentum"
  extends Cavity;
equation
  for i in 1:N - 1, j in 1:N loop
    der(u[i, j]) = nu*((if i > 1 then u[i - 1, j] else 0) + (if i < N - 1 then u[i + 1, j] else 0)
      + (if j > 1 then u[i, j - 1] else -u[i, j]) + (if j < N then u[i, j + 1] else 2*lid - u[i, j]) - 4*u[i, j])/h^2
      - (p[i + 1, j] - p[i, j])/h
      - ((if i < N - 1 then (u[i, j] + u[i + 1, j])^2 else u[i, j]^2)
        - (if i > 1 then (u[i - 1, j] + u[i, j])^2 else u[i, j]^2)
        + (if j < N then (u[i, j] + u[i, j + 1])*(v[i, j] + v[i + 1, j]) else 0)
        - (if j > 1 then (u[i, j - 1] + u[i, j])*(v[i, j - 1] + v[i + 1, j - 1]) else 0))/(4*h);
  end for;
  for i in 1:N, j in 1:N - 1 loop
    der(v[i, j]) = nu*((if j > 1 then v[i, j - 1] else 0) + (if j < N - 1 then v[i, j + 1] else 0)
      + (if i > 1 then v[i - 1, j] else -v[i, j]) + (if i < N then v[i + 1, j] else -v[i, j]) - 4*v[i, j])/h^2
      - (p[i, j + 1] - p[i, j])/h
      - ((if j < N - 1 then (v[i, j] + v[i, j + 1])^2 else v[i, j]^2)
        - (if j > 1 then (v[i, j - 1] + v[i, j])^2 else v[i, j]^2)
        + (if i < N then (v[i, j] + v[i + 1, j])*(u[i, j] + u[i, j + 1]) else 0)
        - (if i > 1 then (v[i - 1, j] + v[i, j])*(u[i - 1, j] + u[i - 1, j + 1]) else 0))/(4*h);
  end for;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-5));
end NavierStokes;

model Stokes "slow flow"
  extends Cavity;
equation
  for i in 1:N - 1, j in 1:N loop
    der(u[i, j]) = nu*((if i > 1 then u[i - 1, j] else 0) + (if i < N - 1 then u[i + 1, j] else 0)
      + (if j > 1 then u[i, j - 1] else -u[i, j]) + (if j < N then u[i, j + 1] else 2*lid - u[i, j]) - 4*u[i, j])/h^2
      - (p[i + 1, j] - p[i, j])/h;
  end for;
  for i in 1:N, j in 1:N - 1 loop
    der(v[i, j]) = nu*((if j > 1 then v[i, j - 1] else 0) + (if j < N - 1 then v[i, j + 1] else 0)
      + (if i > 1 then v[i - 1, j] else -v[i, j]) + (if i < N then v[i + 1, j] else -v[i, j]) - 4*v[i, j])/h^2
      - (p[i, j + 1] - p[i, j])/h;
  end for;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-5));
end Stokes;
