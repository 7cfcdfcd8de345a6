// expect: 10:3: 'Part' of 'Base' is final and cannot be redeclared
// hint: leave it as it is
model Base
  final replaceable model Part
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
