// expect: 7:17: 'g' is of the block 'Gain' and cannot be 'constant'
// hint: use a record, or leave out the prefix
block Gain
  Real k = 1;
end Gain;
model M
  constant Gain g;
end M;
