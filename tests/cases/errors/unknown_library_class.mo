// expect: 4:3: class 'Modelica.Electrical.Analog.Basic.Resistor' not found
// hint: name the folder of the Modelica Standard Library with -L DIR
model M
  Modelica.Electrical.Analog.Basic.Resistor r;
end M;
