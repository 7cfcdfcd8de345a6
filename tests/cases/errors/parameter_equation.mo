// expect: 4:1: 'parameter equation' of Base Modelica is not supported yet
// hint: give the parameter its value where it is declared
package 'M' model 'M' parameter Real p; Real y;
parameter equation
  p = 2;
equation
  y = p;
end 'M'; end 'M';
