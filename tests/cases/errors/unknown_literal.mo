// expect: 4:19: the enumeration 'C' has no literal 'gren'; did you mean 'green'?
type C = enumeration(red, green);
model M
  parameter C c = C.gren;
end M;
