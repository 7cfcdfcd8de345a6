// expect: 5:12: function 'sine' is not declared; did you mean 'sin'?
model M
  Real x;
equation
  der(x) = sine(x);
end M;
