package ChargePumps "A charge pump: one MOS transistor and two capacitors; charges are the states"
  constant Real VT0 = 0.2, gamma = 0.035, phi = 1.01, Cox = 4e-12;
  constant Real Vfb = VT0 - gamma*sqrt(phi) - phi "flat-band voltage";

  function threshold
    input Real Ubs;
    output Real Vte;
  algorithm
    Vte := VT0 + gamma*(sqrt(max(phi - Ubs, 0)) - sqrt(phi));
  end threshold;

  function gate_charge
    input Real Vgb, Vgs, Vgd;
    output Real Q;
  protected
    Real Ugs, Ugd, Ugst, Ugdt, Vte;
  algorithm
    Ugs := max(Vgs, Vgd);
    Ugd := min(Vgs, Vgd);
    Vte := threshold(Ugs - Vgb);
    Ugst := Ugs - Vte;
    Ugdt := max(Ugd - Vte, 0);
    Q := if Vgb <= Vfb then Cox*(Vgb - Vfb)
         else if Ugs <= Vte then Cox*gamma*(sqrt((gamma/2)^2 + Vgb - Vfb) - gamma/2)
         else Cox*(2/3*(Ugdt + Ugst - Ugdt*Ugst/(Ugdt + Ugst)) + gamma*sqrt(max(phi - (Ugs - Vgb), 0)));
  end gate_charge;

  function channel_charge "at source and at drain"
    input Real Vgb, Vgs, Vgd;
    output Real Q;
  protected
    Real Ugs, Ugd, Ugst, Ugdt, Vte;
  algorithm
    Ugs := max(Vgs, Vgd);
    Ugd := min(Vgs, Vgd);
    Vte := threshold(Ugs - Vgb);
    Ugst := Ugs - Vte;
    Ugdt := max(Ugd - Vte, 0);
    Q := if Vgb <= Vfb or Ugs <= Vte then 0 else -Cox/3*(Ugdt + Ugst - Ugdt*Ugst/(Ugdt + Ugst));
  end channel_charge;

  model ChargePump
    parameter Real Cs = 1.6e-12, Cd = 0.4e-12, high = 20, period = 120e-9;
    Real V = high/2*(1 - cos(2*3.14159265358979323846*time/period)) "drive";
    Real QG(nominal = 1e-12), QS(nominal = 1e-12), QD(nominal = 1e-12) "charges of the transistor";
    Real YS(nominal = 1e-12), YD(nominal = 1e-12) "charges of the capacitors";
    Real U1, U2(start = 0), U3(start = 0) "node voltages";
    Real I(nominal = 1e-3) "current through the source";
  initial equation
    YS + QS = 0;
    YD + QD = 0;
  equation
    der(QG) = -I;
    der(YS) + der(QS) = 0;
    der(YD) + der(QD) = 0;
    U1 = V;
    QG = gate_charge(U1, U1 - U2, U1 - U3);
    QS = channel_charge(U1, U1 - U2, U1 - U3);
    QD = channel_charge(U1, U1 - U2, U1 - U3);
    YS = Cs*U2;
    YD = Cd*U3;
    annotation(experiment(StopTime = 1e-7, Tolerance = 1e-7));
  end ChargePump;
end ChargePumps;
