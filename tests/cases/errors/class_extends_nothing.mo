// expect: 4:27: there is no inherited class 'P' that could be extended
// hint: write a class of its own
model M
  redeclare model extends P
    Real x = 1;
  end P;
  P p;
end M;
