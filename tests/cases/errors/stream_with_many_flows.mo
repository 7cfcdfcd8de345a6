// expect: 6:15: the stream 'port.h' needs exactly one flow in its connector
// hint: declare one flow Real
connector Port
  Real p[2];
  flow Real m[2];
  stream Real h;
end Port;
model M
  Port port(p = {1, 2}, h = 3);
end M;
