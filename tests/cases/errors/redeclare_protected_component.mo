// expect: 9:18: 'x' is public where it is inherited and cannot be redeclared as protected
// hint: redeclare it before 'protected'
model Base
  replaceable Real x = 1;
end Base;
model M
  extends Base;
protected
  redeclare Real x = 2;
end M;
