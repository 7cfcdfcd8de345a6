// expect: 4:14: 'g' is 'outer', but there is no 'inner' 'g' around it
// hint: declare inner Real g in the model
model M
  outer Real g;
  Real x = g;
end M;
