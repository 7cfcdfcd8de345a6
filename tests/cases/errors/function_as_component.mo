// expect: 7:3: 'f' is a function and cannot be the class of 'g'
function f
  input Real u;
  output Real y = u;
end f;
model M
  f g;
end M;
