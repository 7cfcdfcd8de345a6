// expect: 8:11: the model 'M' cannot extend the function 'f'
// hint: call the function
function f
  input Real u;
  output Real y = u;
end f;
model M
  extends f;
end M;
