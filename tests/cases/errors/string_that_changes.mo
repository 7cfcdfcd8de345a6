// expect: 5:7: String needs a value that is known before the run
model M
  String s; Real x = if s == "1" then 1 else 2;
equation
  s = String(time);
end M;
