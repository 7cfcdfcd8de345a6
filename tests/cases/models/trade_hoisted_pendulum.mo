// at 0.7: x = -0.234836314540358 tol 5e-05
// at 2: x = 0.47021550593825 tol 5e-05
// at 0.7: y = -1.06063428325205 tol 0.0001
// at 2: y = -0.850761428687142 tol 0.0001
// at 0.7: S = 4.25780545209682 tol 0.0004
// at 2: S = 2.9291107233963 tol 0.0004
// source: L phi'' + 2 L' phi' = -g sin(phi), Runge-Kutta with 4000 steps in Python
model HoistedPendulum "the rope is pulled in and let out"
  parameter Real m(unit = "kg") = 0.35, g = 9.81;
  Real x(start = 0.479425538604203, fixed = true), y(start = -0.877582561890373), S(unit = "N");
  Real L;
equation
  L = 1 + 0.1*sin(3*time);
  m*der(der(x)) = -S*x/L;
  m*der(der(y)) = -S*y/L - m*g;
  x^2 + y^2 = L^2 "rope";
initial equation
  der(x) = 0.3*0.479425538604203;
  annotation(experiment(StopTime = 2));
end HoistedPendulum;
