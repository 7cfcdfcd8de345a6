// expect: 3:35: the attribute stateSelect of 'x' must be a StateSelect
model M
  Real x(start = 1, stateSelect = 1);
equation
  der(x) = 1;
end M;
