// expect: 4:13: 'port.s.m' is 'flow', but 'port.s' is 'stream' as a whole
// hint: leave out one of the prefixes
connector Inner
  flow Real m;
  stream Real h;
end Inner;
connector Port
  Real p;
  flow Real m;
  stream Inner s;
end Port;
model M
  Port port(p = 1, s(h = 2));
end M;
