// expect: 3:15: the branches of a choice have different sizes: [2] and [3]
model M
  Real x[2] = if time > 0.5 then {1, 2} else {1, 2, 3};
end M;
