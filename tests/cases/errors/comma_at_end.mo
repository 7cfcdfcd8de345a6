// expect: 3:19: an argument is missing after the comma
model M
  Real x = max(1, );
end M;
