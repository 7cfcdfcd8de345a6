// expect: 4:13: 'constant' cannot stand behind 'parameter'
// hint: leave out one of the two
model M
  parameter constant Real x = 1;
end M;
