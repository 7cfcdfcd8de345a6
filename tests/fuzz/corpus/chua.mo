// at 100: C1.v = 4.504673771695515 tol 1e-5
// at 100: C2.v = 0.6252496539582929 tol 1e-5
// source: fourth-order Runge-Kutta with 20000 steps
package 'Chua'
  model 'Chua' "flat exchange format: quoted names"
    parameter Real 'L.L'(unit = "H") = 18.0;
    parameter Real 'Ro.R'(unit = "Ohm") = 12.5e-3;
    parameter Real 'G.G'(unit = "S") = 0.565;
    parameter Real 'C1.C'(unit = "F") = 10.0;
    parameter Real 'C2.C'(unit = "F") = 100.0;
    parameter Real 'Nr.Ga' = -0.757576;
    parameter Real 'Nr.Gb' = -0.409091;
    parameter Real 'Nr.Ve' = 1.0;
    Real 'L.i'(start = 0.0, fixed = true);
    Real 'C1.v'(start = 4.0, fixed = true);
    Real 'C2.v'(start = 0.0, fixed = true);
    Real 'Nr.i', 'G.i';
  equation
    'L.L'*der('L.i') = 'C2.v' - 'Ro.R'*'L.i';
    'G.i' = 'G.G'*('C1.v' - 'C2.v');
    'C1.C'*der('C1.v') = -'G.i' - 'Nr.i';
    'C2.C'*der('C2.v') = 'G.i' - 'L.i';
    'Nr.i' = if 'C1.v' < -'Nr.Ve' then 'Nr.Gb'*('C1.v' + 'Nr.Ve') - 'Nr.Ga'*'Nr.Ve'
      elseif 'C1.v' > 'Nr.Ve' then 'Nr.Gb'*('C1.v' - 'Nr.Ve') + 'Nr.Ga'*'Nr.Ve' else 'Nr.Ga'*'C1.v';
    annotation (experiment(StopTime = 100, Tolerance = 1e-9));
  end 'Chua';
end 'Chua';
