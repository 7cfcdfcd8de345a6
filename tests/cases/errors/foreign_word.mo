// expect: 9:15: the external C function 'length' is not supported
// hint: write it as a Modelica function
function length "a number where a String is needed"
  input Real text;
  output Integer n;
  external "C" n = ModelicaStrings_length(text);
end length;
model M
  Integer n = length(12345);
end M;
