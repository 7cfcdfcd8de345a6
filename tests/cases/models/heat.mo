// at 0.5: cap.node.T = 301.667394804483 tol 1e-4
// source: as cooling.mo, in kelvin
package Heat
  import SI = Modelica.Units.SI;
  connector Port
    SI.Temperature T;
    flow SI.HeatFlowRate Q_flow;
  end Port;
  model Capacitance
    parameter SI.HeatCapacity C = 0.12;
    parameter SI.Temperature T0 = 363.15;
    Port node;
  initial equation
    node.T = T0;
  equation
    C*der(node.T) = node.Q_flow;
  end Capacitance;
  model Convection
    parameter Real h = 0.7, A = 1;
    Port a, b;
  equation
    a.Q_flow + b.Q_flow = 0;
    a.Q_flow = h*A*(a.T - b.T);
  end Convection;
  model Ambient
    parameter SI.Temperature T_amb = 298.15;
    Port node;
  equation
    node.T = T_amb;
  end Ambient;
  model Cooling
    extends Modelica.Icons.Example;
    Capacitance cap;
    Convection conv;
    Ambient amb;
  equation
    connect(conv.a, cap.node);
    connect(amb.node, conv.b);
    annotation (experiment(StopTime = 0.5));
  end Cooling;
end Heat;
