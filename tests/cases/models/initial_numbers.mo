// at 0.5: state = 37 tol 0
// at 0.5: drawn = 74 tol 0
// at 1.5: state = 38 tol 0
// at 1.5: drawn = 76 tol 0
// source: the seed is 7, the state begins with 5*7 + 2 = 37 and grows by one; what is drawn is twice the state
function first
  input Integer seed;
  output Integer state;
algorithm
  state := 5*seed + 2;
end first;
model M "a generator that is set up by initial equations"
  parameter Boolean automatic = true;
  final parameter Integer seed(fixed = false);
  Integer state;
  discrete Real drawn;
initial equation
  seed = if automatic then 7 else 1;
  pre(state) = first(seed);
  drawn = 2*pre(state);
equation
  when sample(1, 1) then
    state = pre(state) + 1;
    drawn = 2*state;
  end when;
  annotation (experiment(StopTime = 1.9));
end M;
