// expect: 5:3: terminate stands only in a when-clause
// hint: write when condition then terminate(message); end when
model M
equation
  terminate("done");
end M;
