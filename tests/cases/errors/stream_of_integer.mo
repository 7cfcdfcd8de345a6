// expect: 5:18: 'port.n' is a stream and must be Real
connector Port
  Real p;
  flow Real m;
  stream Integer n;
end Port;
model M
  Port port(p = 1, n = 2);
end M;
