// expect: 5:15: the stream 'c.h' needs exactly one flow in its connector
// hint: declare one flow Real
connector C
  Real p;
  stream Real h;
end C;
model M
  C c;
equation
  c.p = 1;
  c.h = inStream(c.h);
end M;
