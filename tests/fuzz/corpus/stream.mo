// expect: 6:3: 'stream' variables are not supported yet
// hint: write the mixing equations yourself
connector C
  Real p;
  flow Real m;
  stream Real h;
end C;
model M
  C c;
end M;
