// at 1: a.h_in = 7 tol 1e-6
// at 1: b.h_in = 3 tol 1e-6
// source: inStream is what would flow in: each sees the other, whatever the direction
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model End
  parameter Real h = 1, m = 1;
  parameter Boolean pressure = false;
  Port port;
  Real h_in = inStream(port.h);
equation
  port.h = h;
  if pressure then
    port.p = 1;
  else
    port.m = m;
  end if;
end End;
model M
  End a(h = 3, m = 2), b(h = 7, pressure = true);
equation
  connect(a.port, b.port);
end M;
