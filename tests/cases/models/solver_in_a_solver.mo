// at 1: y = 2 tol 1e-7
// at 1: h = 1.4142135623730951 tol 1e-7
// at 1: k = 1.4142135623730951 tol 1e-7
// source: y^2 = 2 + t + y - 1: a solver whose equation calls the solver for another equation does not call itself; a loop
// source: runs only where its branch is taken (root(-p) has no end)
partial function Equation
  input Real u;
  output Real y;
end Equation;
function solve
  input Equation f;
  input Real guess;
  output Real u = guess;
algorithm
  while abs(f(u)) > 1e-9 loop
    u := u - f(u)/((f(u + 1e-4) - f(u - 1e-4))/2e-4);
  end while;
end solve;
function square
  extends Equation;
  input Real p;
algorithm
  y := u*u - p;
end square;
function root
  input Real p;
  output Real y;
algorithm
  y := solve(function square(p = p), 1);
end root;
function fixed_point
  extends Equation;
  input Real p;
algorithm
  y := root(p + u) - u;
end fixed_point;
function of_expression
  input Real p;
  output Real y = if p > 0 then root(p) else root(-p);
end of_expression;
function of_statement
  input Real p;
  output Real y;
algorithm
  if p > 0 then
    y := root(p);
  else
    y := root(-p);
  end if;
end of_statement;
model M
  Real y = solve(function fixed_point(p = 1 + time), 3);
  Real h = of_expression(1 + time);
  Real k = of_statement(-1 - time);
end M;
