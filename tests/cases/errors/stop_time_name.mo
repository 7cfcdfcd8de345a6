// expect: 4:26: the experiment has no setting 'Stoptime'; did you mean 'StopTime'?
model M
  Real x = time;
  annotation (experiment(Stoptime = 10));
end M;
