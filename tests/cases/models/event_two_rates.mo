// at 1: a = 10 tol 0
// at 1: b = 5 tol 0
// at 1: both = 5 tol 0
// source: sample(0.1, 0.1) and sample(0.2, 0.2): every second one is an event of both
model M
  Integer a(start = 0), b(start = 0), both(start = 0);
  Boolean fast, slow;
equation
  fast = sample(0.1, 0.1);
  slow = sample(0.2, 0.2);
  when fast then a = pre(a) + 1; end when;
  when slow then b = pre(b) + 1; end when;
  when fast and slow then both = pre(both) + 1; end when;
end M;
