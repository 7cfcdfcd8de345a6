// expect: 7:9: the condition of 'while' must be Boolean, not Integer
function f
  input Real u;
  output Real y;
algorithm
  y := 0;
  while 1 loop
    y := u;
    break;
  end while;
end f;
model M
  Real x = f(time);
end M;
