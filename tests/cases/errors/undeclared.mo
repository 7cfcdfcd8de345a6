// expect: 5:17: 'sped' is not declared; did you mean 'speed'?
model M
  Real speed;
equation
  der(speed) = -sped;
end M;
