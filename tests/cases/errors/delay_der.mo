// expect: 4:12: der cannot be taken of delay(..) inside an expression
// hint: write y = delay(..) with a variable y of its own, and der(y)
model M
  Real x = der(2*delay(time, 0.1));
end M;
