// at 0: a.h_in = 80 tol 1e-9
// at 0: b.h_in = 30 tol 1e-9
// source: what by its limits never flows out of a connector is no part of a mixture: pipes see each other only [MLS36, 15.2]
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Side
  parameter Real m0 = 0, h0 = 0;
  Port c;
  Real h_in = inStream(c.h);
equation
  c.m = m0;
  c.h = h0;
end Side;
model Sink
  parameter Real h0 = 0;
  Port c;
  Real h_in = inStream(c.h);
equation
  c.p = 1;
  c.h = h0;
end Sink;
model Sensor
  Port c(m(min = 0));
  Real h_in = inStream(c.h);
equation
  c.m = 0;
  c.h = -1e9;
end Sensor;
model M
  Side b(m0 = -1, h0 = 80);
  Sink a(h0 = 30);
  Sensor s;
equation
  connect(a.c, b.c);
  connect(b.c, s.c);
end M;
