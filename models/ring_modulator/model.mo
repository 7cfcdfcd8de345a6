model RingModulator "A ring modulator: two signals mixed by four diodes"
  constant Real pi = 3.14159265358979323846;
  parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, R = 25000, Rp = 50, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4, Ls3 = 5e-4;
  parameter Real Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600, gamma = 40.67286402e-9, delta = 17.7493332;
  Real U[7](each start = 0, each fixed = true), I[8](each start = 0, each fixed = true, each nominal = 1e-3);
  Real Uin1 = 0.5*sin(2000*pi*time), Uin2 = 2*sin(20000*pi*time);
  Real q1 = gamma*(exp(delta*(U[3] - U[5] - U[7] - Uin2)) - 1), q2 = gamma*(exp(delta*(-U[4] + U[6] - U[7] - Uin2)) - 1);
  Real q3 = gamma*(exp(delta*(U[4] + U[5] + U[7] + Uin2)) - 1), q4 = gamma*(exp(delta*(-U[3] - U[6] + U[7] + Uin2)) - 1);
equation
  C*der(U[1]) = I[1] - 0.5*I[3] + 0.5*I[4] + I[7] - U[1]/R;
  C*der(U[2]) = I[2] - 0.5*I[5] + 0.5*I[6] + I[8] - U[2]/R;
  Cs*der(U[3]) = I[3] - q1 + q4;
  Cs*der(U[4]) = -I[4] + q2 - q3;
  Cs*der(U[5]) = I[5] + q1 - q3;
  Cs*der(U[6]) = -I[6] - q2 + q4;
  Cp*der(U[7]) = -U[7]/Rp + q1 + q2 - q3 - q4;
  Lh*der(I[1]) = -U[1];
  Lh*der(I[2]) = -U[2];
  Ls2*der(I[3]) = 0.5*U[1] - U[3] - Rg2*I[3];
  Ls3*der(I[4]) = -0.5*U[1] + U[4] - Rg3*I[4];
  Ls2*der(I[5]) = 0.5*U[2] - U[5] - Rg2*I[5];
  Ls3*der(I[6]) = -0.5*U[2] + U[6] - Rg3*I[6];
  Ls1*der(I[7]) = -U[1] + Uin1 - (Ri + Rg1)*I[7];
  Ls1*der(I[8]) = -U[2] - (Rc + Rg1)*I[8];
  annotation(experiment(StopTime = 1e-3, Tolerance = 1e-7));
end RingModulator;
