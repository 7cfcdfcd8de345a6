// expect: 3:22: there is no 'py' in 'Modelica.Constants'; did you mean 'pi'?
model M
  parameter Real a = Modelica.Constants.py;
end M;
