// at 0.1: on = 0 tol 0
// at 0.4: on = 1 tol 0
// at 0.6: on = 0 tol 0
// at 0.9: on = 1 tol 0
// source: in an algorithm the last when-statement that fires counts; at 0.75 both do
model M
  Boolean on(start = false, fixed = true);
  Boolean press = time > 0.25 and time < 0.75;
algorithm
  when time > 0.5 or time > 0.75 then
    on := false;
  end when;
  when time > 0.75 then
    on := false;
  end when;
  when change(press) then
    on := true;
  end when;
end M;
