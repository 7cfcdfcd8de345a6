// expect: 5:14: the input 'x' of the function 'f' is protected
// hint: declare it before 'protected'
function f
protected
  input Real x;
public
  output Real y = 1;
algorithm
end f;
model M
  Real y = f(1);
end M;
