// expect: 4:9: 'output' cannot stand behind 'input'
// hint: leave out one of the two
model M
  input output Real x = 1;
end M;
