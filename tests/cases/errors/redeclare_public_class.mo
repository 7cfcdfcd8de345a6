// expect: 11:19: 'Part' is protected where it is inherited and cannot be redeclared as public
// hint: redeclare it behind 'protected'
model Base
protected
  replaceable model Part
    Real x = 1;
  end Part;
end Base;
model M
  extends Base;
  redeclare model Part
    Real x = 2;
  end Part;
  Part p;
end M;
