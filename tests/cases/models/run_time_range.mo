// at 3: s = 6 tol 1e-12
// at 3: p = 3.25 tol 1e-9
// at 3: down = 9 tol 1e-12
// at 3: x = 15 tol 1e-5
// source: 1 + 2 + 3; (1 + x + x^2 + x^3) at 1/2 + .. by Horner's rule: 1 + 2*0.5 + 3*0.25 + 4*0.125 = 3.25; 5 + 3 + 1; x grows by 1, then 4, then 10 per second
function sum_to
  input Integer n;
  output Real s;
algorithm
  s := 0;
  for i in 1:n loop
    s := s + i;
  end for;
end sum_to;
function polynomial
  input Real c[4];
  input Integer degree;
  input Real x;
  output Real y;
algorithm
  y := 0;
  for i in degree + 1:-1:1 loop
    y := c[i] + x*y;
  end for;
end polynomial;
function odd_down
  input Integer n;
  output Real s;
algorithm
  s := 0;
  for i in n:-2:1 loop
    s := s + i;
  end for;
end odd_down;
model M
  discrete Integer n(start = 1, fixed = true);
  Real s = sum_to(n);
  Real p = polynomial({1, 2, 3, 4}, n, 0.5);
  Real down = odd_down(n + 2);
  Real x(start = 0, fixed = true);
equation
  when sample(1, 1) then
    n = pre(n) + (if time > 2.5 then 0 else 1);
  end when;
  der(x) = sum_to(n)*n/(if n < 1.5 then 1 else if n < 2.5 then 1.5 else 1.8);
  annotation (experiment(StopTime = 3));
end M;
