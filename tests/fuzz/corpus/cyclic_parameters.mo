// expect: 4:18: the value of 'a' depends on itself: 'a' needs 'b' needs 'c' needs 'a'
// hint: give one of them a number
model M
  parameter Real a = b;
  parameter Real b = c + 1;
  parameter Real c = 2*a;
end M;
