model Fekete "Twenty points on the sphere push each other apart until they rest in elliptic Fekete points"
  constant Real pi = 3.14159265358979323846;
  parameter Integer N = 20;
  parameter Real A = 0.5 "friction";
  parameter Real azimuth[N] = {if i <= 3 then 2*pi*i/3 + pi/13 else if i <= 10 then 2*pi*(i - 3)/7 + pi/29
    else if i <= 16 then 2*pi*(i - 10)/6 + pi/7 else 2*pi*(i - 17)/4 + pi/17 for i in 1:N};
  parameter Real height[N] = {if i <= 3 then 3*pi/8 else if i <= 10 then pi/8 else if i <= 16 then -2*pi/15
    else -3*pi/10 for i in 1:N};
  Real p[N, 3](start = {{cos(azimuth[i])*cos(height[i]), sin(azimuth[i])*cos(height[i]), sin(height[i])} for i in 1:N});
  Real q[N, 3](each start = 0);
  Real lambda[N];
equation
  for i in 1:N loop
    for k in 1:3 loop
      der(p[i, k]) = q[i, k];
      der(q[i, k]) = -A*q[i, k] + 2*lambda[i]*p[i, k]
        + sum(if i == j then 0 else (p[i, k] - p[j, k])/((p[i, 1] - p[j, 1])^2 + (p[i, 2] - p[j, 2])^2 + (p[i, 3] - p[j, 3])^2) for j in 1:N);
    end for;
    p[i, 1]^2 + p[i, 2]^2 + p[i, 3]^2 = 1;
  end for;
  annotation(experiment(StopTime = 1000, Tolerance = 1e-6));
end Fekete;
