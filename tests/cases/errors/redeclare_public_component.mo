// expect: 9:18: 'x' is protected where it is inherited and cannot be redeclared as public
// hint: redeclare it behind 'protected'
model Base
protected
  replaceable Real x = 1;
end Base;
model M
  extends Base;
  redeclare Real x = 2;
end M;
