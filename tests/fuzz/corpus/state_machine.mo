// expect: 6:3: 'initialState' is not supported: state machines are not supported
// hint: write equations
model M
  Real x = 1;
equation
  initialState(x);
end M;
