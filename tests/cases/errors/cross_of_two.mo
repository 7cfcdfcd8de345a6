// expect: 3:15: cross needs vectors of 3 elements, not Real[2]
model M
  Real x[3] = cross({time, 1}, {1, 2});
end M;
