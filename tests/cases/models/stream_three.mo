// at 1: c.h_in = 5 tol 1e-6
// at 1: c.actual = 5 tol 1e-6
// at 1: a.actual = 2 tol 1e-9
// source: (2*2 + 6*6)/8 = 5 where two streams meet; actualStream is the own value where it flows out
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source
  parameter Real m = 1, h = 1;
  Port port;
  Real actual = actualStream(port.h);
equation
  port.m = -m;
  port.h = h;
end Source;
model Sink
  Port port;
  Real h_in = inStream(port.h), actual = actualStream(port.h);
equation
  port.p = 1;
  port.h = 100;
end Sink;
model M
  Source a(m = 2, h = 2), b(m = 6, h = 6);
  Sink c;
equation
  connect(a.port, c.port);
  connect(b.port, c.port);
end M;
