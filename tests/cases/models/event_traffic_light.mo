// at 2.9: s = 1 tol 0
// at 3.1: s = 2 tol 0
// at 4.1: s = 3 tol 0
// at 9.1: s = 1 tol 0
// at 12.1: s = 2 tol 0
// at 20: cycles = 2 tol 0
// at 20: s = 1 tol 0
// source: red 3, yellow 1, green 5
model M
  type State = enumeration(red, yellow, green);
  State state(start = State.red, fixed = true);
  discrete Real entered(start = 0, fixed = true);
  Integer cycles(start = 0, fixed = true), s = Integer(state);
equation
  when time - pre(entered) >= (if pre(state) == State.red then 3 elseif pre(state) == State.yellow then 1 else 5) then
    state = if pre(state) == State.red then State.yellow elseif pre(state) == State.yellow then State.green else State.red;
    entered = time;
    cycles = if pre(state) == State.green then pre(cycles) + 1 else pre(cycles);
  end when;
  annotation(experiment(StopTime = 20));
end M;
