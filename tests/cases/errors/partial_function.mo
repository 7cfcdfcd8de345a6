// expect: 7:12: the function 'f' is partial and cannot be called
partial function f
  input Real u;
  output Real y;
end f;
model M
  Real x = f(time);
end M;
