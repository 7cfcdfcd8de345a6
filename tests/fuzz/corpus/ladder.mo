// at 1: load.v = 0.25 tol 1e-6
// at 1: inner_current = 0.25 tol 1e-6
// source: a divider of equal resistors: 1 V over 4 of them, through a box that holds two
package Ladder "hierarchical connectors, arrays of components, unconnected pins, conditional parts"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model OnePort
    Pin p, n;
    Real v = p.v - n.v, i = p.i;
  equation
    p.i + n.i = 0;
  end OnePort;
  model Resistor
    extends OnePort;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Source
    extends OnePort;
    parameter Real V = 1;
  equation
    v = V;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Box "two resistors behind two pins, and one pin that nobody uses"
    Pin left, right, spare;
    parameter Integer n = 2;
    parameter Boolean shunt = false;
    Resistor r[n](each R = 1);
    Resistor across(R = 1e-3) if shunt;
  equation
    connect(left, r[1].p);
    for k in 1:n - 1 loop
      connect(r[k].n, r[k + 1].p);
    end for;
    connect(r[n].n, right);
    connect(left, across.p);
    connect(across.n, right);
    connect(spare, r[1].n);
  end Box;
  model Circuit
    Source source;
    Box box;
    Resistor middle, load;
    Ground ground;
    Real inner_current = box.r[2].i;
  equation
    connect(source.p, box.left);
    connect(box.right, middle.p);
    connect(middle.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  end Circuit;
end Ladder;
