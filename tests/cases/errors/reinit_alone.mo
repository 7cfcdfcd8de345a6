// expect: 7:3: reinit stands only in a when-clause
// hint: write when condition then reinit(x, value); end when
model M
  Real x;
equation
  der(x) = 1;
  reinit(x, 0);
end M;
