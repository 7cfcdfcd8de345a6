// expect: 7: the model has 2 equations for 1 unknown; 2 equations share only 1 unknown: 'equation at line 7 of b' and 'equation at line 12' determine 'b.u'
// hint: remove one of these equations
connector In = input Real;
block B
  In u;
algorithm
  u := 1;
end B;
model M
  B b;
equation
  b.u = 2;
end M;
