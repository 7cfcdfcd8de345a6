// expect: 12:8: a String that is known only while the model runs can only be a message
// hint: use the numbers that it is made of
function length
  input String text;
  output Integer n;
  external "C" n = ModelicaStrings_length(text);
end length;
function f
  input Real u;
  output Real y;
algorithm
  y := length(String(u));
end f;
model M
  Real y = f(time);
end M;
