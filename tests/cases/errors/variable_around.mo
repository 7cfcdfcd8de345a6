// expect: 4:8: 'x' is a variable; from a class inside, only constants are seen
// hint: pass it as a parameter or an input, or connect it
model M
  Real x = 1;
  model P
    Real y = x;
  end P;
  P p;
end M;
