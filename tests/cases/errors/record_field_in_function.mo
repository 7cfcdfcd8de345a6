// expect: 3:24: the record 'R' has no field 'z'
record R Real x; end R;
function make output R r(x = 1, z = 2); algorithm end make;
model M
  R r = make();
end M;
