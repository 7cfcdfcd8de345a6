// note: m.mo:4:10: there is no package 'A.B' to import from
// source: nothing of it is used, so that the model is as it is
model M
  import A.B.*;
  import Modelica.Math.*;
  Real x = sin(time);
end M;
