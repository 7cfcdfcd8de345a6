// at 60: c = 0.0446035467404528 tol 8e-05
// at 600: c = 0.0813719936329184 tol 8e-05
// at 60: T = 395.887896758883 tol 0.4
// at 600: T = 383.84688010962 tol 0.4
// source: Runge-Kutta with 60000 steps in Python
model StirredTank "exothermic reaction, Arrhenius"
  constant Real ER = 8750;
  Real c(start = 0.5, fixed = true), T(start = 350, fixed = true), k, rate;
equation
  der(c) = (1 - c)/60 - rate;
  der(T) = (350 - T)/60 + 209.2*rate + 2.092*(305 - T)/60;
  rate = k*c;
  k = 7.2e10/60*exp(-ER/T);
  annotation(experiment(StopTime = 600));
end StirredTank;
