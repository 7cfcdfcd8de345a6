// expect: 3:17: 'operator' records are not supported yet
// hint: use plain records and functions
operator record C
  Real re;
end C;
model M
  C c;
end M;
