// at 1: s.p = 1 tol 1e-12
// at 1: s.T = 300 tol 1e-12
// at 1: h = 600 tol 1e-12
// source: redeclare record extends: the state of a medium has more fields than that of its base
package Partial
  replaceable record State
    Real p;
  end State;
  replaceable partial function state
    input Real p;
    output State s;
  end state;
  replaceable partial function h
    input State s;
    output Real h;
  end h;
end Partial;
package Gas
  extends Partial;
  redeclare record extends State
    Real T;
  end State;
  redeclare function extends state
  algorithm
    s := State(p = p, T = 300);
  end state;
  redeclare function extends h
  algorithm
    h := 2*s.T*s.p;
  end h;
end Gas;
model M
  replaceable package Medium = Gas constrainedby Partial;
  Medium.State s = Medium.state(time);
  Real h = Medium.h(s);
end M;
