// expect: 4:3: the record 'Stream' cannot have flow elements
// hint: declare them in a model
record Stream
  flow Real m = 1;
end Stream;
model M
  Stream s;
end M;
