// expect: 3:14: String needs a value that is known before the run
model M
  String s = String(time);
  Real x = if s == "1" then 1 else 0;
end M;
