// at 1: x = 1 tol 1e-9
// source: an assertion whose level is a parameter of value AssertionLevel.warning does not end the run [MLS36, 8.3.7]
model M
  block Check
    input Boolean u;
    parameter AssertionLevel level = AssertionLevel.error;
  equation
    assert(u, "too late", level);
  end Check;
  Check check(level = AssertionLevel.warning, u = time < 0.5);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end M;
