// expect: 4:15: the output 'y' of the function 'f' gets no value
function f
  input Real a;
  output Real y;
algorithm
end f;
model M
  Real x = f(1);
end M;
