// expect: 10:27: 'Part' is not replaceable where it is inherited and cannot be redeclared
// hint: write replaceable before its declaration
model Base
  model Part
    Real x = 1;
  end Part;
end Base;
model M
  extends Base;
  redeclare model extends Part
    Real y = 2;
  end Part;
  Part p;
end M;
