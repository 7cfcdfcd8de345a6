// expect: 18:5: equations of Connections cannot stand in a when-clause
// hint: they hold from the beginning: write them outside of it
type Angle
  extends Real;
  function equalityConstraint
    input Angle one, other;
    output Real residue[0];
  algorithm
  end equalityConstraint;
end Angle;
model M
  connector K
    Angle phi;
  end K;
  K k(phi = 1);
equation
  when time > 1 then
    Connections.root(k.phi);
  end when;
end M;
