// expect: 4:27: there is no inherited class 'Part' that could be extended
// hint: write a class of its own
model M
  redeclare model extends Part end Part;
  Real x = 1;
end M;
