// expect: 4:3: class 'Modelica.Electrical.Analog.Basic.Resistor' not found
// hint: pass the library file, or export the model as Base Modelica
model M
  Modelica.Electrical.Analog.Basic.Resistor r;
end M;
