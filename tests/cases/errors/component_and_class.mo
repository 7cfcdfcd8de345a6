// expect: 5:9: 'valve' is the name of a component and of a class in 'M'
// hint: rename one of them
model M
  Real valve = 1;
  model valve
    Real x = 2;
  end valve;
end M;
