// expect: 5:5: a declaration needs a type and a name, but only 'x' stands before '='
// hint: equations stand after the word 'equation'
model M
  Real x;
  x = 1;
end M;
