// expect: 8:11: how often this 'while' loop runs depends on run-time values, which is not supported
// hint: use a 'for' loop of fixed length with 'if' inside
function f
  input Real a;
  output Real y;
algorithm
  y := a;
  while y > 1 loop
    y := y/2;
  end while;
end f;
model M
  Real x = f(time);
end M;
