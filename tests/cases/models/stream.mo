// at 1: sink.h = 10 tol 1e-9
// at 1: mix.a = 1.5 tol 1e-6
// source: two sources of 1 and 3 kg/s with h = 3 and 1 mix to (1*3 + 3*1)/4 = 1.5; a single one gives its own [MLS36, 15.2]
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source
  parameter Real m = 1, h = 1;
  Port port;
equation
  port.m = -m;
  port.h = h;
end Source;
model Sink
  Port port;
  Real h = inStream(port.h);
  Real a = actualStream(port.h);
equation
  port.p = 0;
  port.h = 0;
end Sink;
model Pipe
  Port one, two;
equation
  connect(one, two);
end Pipe;
model M
  Source s(m = 2, h = 10), s1(m = 1, h = 3), s2(m = 3, h = 1);
  Sink sink, mix;
  Pipe pipe;
equation
  connect(s.port, pipe.one);
  connect(pipe.two, sink.port);
  connect(s1.port, mix.port);
  connect(s2.port, mix.port);
end M;
