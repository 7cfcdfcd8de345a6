// at 1: always = 0 tol 0
// at 1: later = 1 tol 0
// at 1: sampled = 1 tol 0
// at 1: both = 11 tol 0
// at 1: first = 1 tol 0
// source: a condition that is true from the start does not become true; time > 0 becomes true right after the start; a sample at the start is an event there [MLS36, 8.3.5]
model M
  Integer always(start = 0), later(start = 0), sampled(start = 0), both(start = 0), first(start = 0);
equation
  when time >= 0 then always = pre(always) + 1; end when;
  when time > 0 then later = pre(later) + 1; end when;
  when sample(0, 10) then sampled = pre(sampled) + 1; end when;
  when {sample(0, 10), initial()} then both = pre(both) + (if initial() then 10 else 1); end when;
  when initial() then first = pre(first) + 1; end when;
end M;
