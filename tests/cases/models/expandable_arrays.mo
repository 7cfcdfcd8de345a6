// at 1: total = 6 tol 1e-12
// at 1: bus.cell[2].soc = 2 tol 1e-12
// source: MLS 9.1.3: an array of expandable connectors in another, connected with an array of components
expandable connector Cell
  Real soc;
  Real unused;
end Cell;
expandable connector Stack
  parameter Integer n = 1;
  Cell cell[n];
end Stack;
connector Out = output Real;
block Source
  parameter Real k = 1;
  Out y = k;
end Source;
model Part
  parameter Real k = 1;
  Source source(k = k);
  Cell bus;
equation
  connect(source.y, bus.soc);
end Part;
model M
  Part part[3](k = {1, 2, 3});
  Stack bus(n = 3);
  Real total = sum(bus.cell.soc);
equation
  connect(part.bus, bus.cell);
end M;
