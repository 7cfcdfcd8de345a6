// expect: 4:10: the size of 'a.v' is ':', but it has no value to take it from
// hint: give it a value or a size
expandable connector Bus
  Real v[:];
end Bus;
model M
  Bus a, b;
equation
  connect(a.v, b.v);
end M;
