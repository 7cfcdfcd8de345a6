// at 0: m.s.r.v = 40 tol 1e-12
// source: the constraining clause's modifiers apply to the redeclaration, which is done from outside through two levels [MLS36, 7.3.2]
model M
  partial model Base
    parameter Real k = 1;
    Real v;
  end Base;
  model One extends Base;
  equation v = k; end One;
  model Ten extends Base;
  equation v = 10*k; end Ten;
  model Sub
    replaceable One r constrainedby Base(k = 4);
  end Sub;
  model Mid
    Sub s;
  end Mid;
  Mid m(s(redeclare Ten r));
end M;
