// expect: 3:23: the value of parameter 'p' is not a number: it is not a finite number (a division by zero, or a function outside its domain)
model M
  parameter Real p = 1/0;
end M;
