// expect: 11:12: the external C function 'draw' is not supported
// hint: write it as a Modelica function
function draw "the state of this generator has 33 numbers"
  input Integer state[2];
  output Real x;
protected
  Integer next[1];
  external "C" ModelicaRandom_xorshift1024star(state, next, x);
end draw;
model M
  Real y = draw({1, 2});
end M;
