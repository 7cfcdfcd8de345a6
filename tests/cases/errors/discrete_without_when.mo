// expect: 4:17: the discrete variable 'x' is assigned in no when-clause
// hint: assign it in one, or leave out 'discrete'
model M
  discrete Real x;
equation
  x = time;
end M;
