// note: m.mo:5:26: the experiment has no setting 'Stoptime'; did you mean 'StopTime'?
// note: m.mo:5:40: the experiment has no setting 'Intervals'; did you mean 'Interval'?
model M
  Real x = time;
  annotation (experiment(Stoptime = 2, Intervals = 100, __Tool_x = 1));
end M;
