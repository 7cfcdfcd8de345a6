// expect: 4:3: the record 'Stream' cannot have flow elements
// hint: write 'flow' where a connector declares a component of this record
record Stream
  flow Real m = 1;
end Stream;
model M
  Stream s;
end M;
