// expect: 7:7: 'redeclare' is not supported yet
// hint: write the component's class directly
model A
  replaceable Real x = 1;
end A;
model M
  A a(redeclare Integer x = 2);
end M;
