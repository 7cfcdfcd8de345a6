// expect: 7:12: the function 'f' has no result
function f
  input Real u;
algorithm
end f;
model M
  Real a = f(time);
end M;
