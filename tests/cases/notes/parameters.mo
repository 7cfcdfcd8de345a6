// note: parameter 'q' has no value; its start value is used
// note: parameter 'unused' has no value; nothing uses it
model M
  parameter Real q(start = 2);
  parameter Real unused;
  Real x = q;
end M;
