// expect: 4:15: a declaration needs a type and a name, but only 'x' stands before '='
// hint: equations stand after the word 'equation'
model M
  parameter x = 1;
end M;
