model CVLoop "A voltage source straight across a capacitor"
  parameter Real C = 2e-3, R = 50, V = 10, w = 20;
  Real vs "source", vc "capacitor", is "current of the source", ic "of the capacitor", ir "of the resistor";
equation
  vs = V*sin(w*time) "source";
  vs = vc "loop";
  C*der(vc) = ic "capacitor";
  R*ir = vc "resistor";
  is = ic + ir "node";
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end CVLoop;
