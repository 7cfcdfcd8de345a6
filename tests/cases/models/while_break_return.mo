// at 2: y = 8 tol 1e-12
// at 2: z = 3 tol 1e-12
// at 2: w = -1 tol 1e-12
// at 2: nested = 9 tol 1e-12
// source: the first power of 2 above 3*time, the first i with i*i > 3*time, nothing found, 1*1 + 1*2 + 2*1 + 2*2
function power
  input Real limit;
  output Real y;
algorithm
  y := 1;
  while true loop
    if y > limit then
      break;
    end if;
    y := 2*y;
  end while;
end power;
function first
  input Real limit;
  input Integer last;
  output Real found;
algorithm
  for i in 1:last loop
    if i*i > limit then
      found := i;
      return;
    end if;
  end for;
  found := -1;
end first;
function products
  input Real n;
  output Real sum;
protected
  Integer m;
algorithm
  m := integer(n);
  sum := 0;
  for i in 1:m, j in 1:m loop
    sum := sum + i*j;
  end for;
end products;
model M
  Real y = power(3*time);
  Real z = first(3*time, integer(10*time));
  Real w = first(1000*time, integer(10*time));
  Real nested = products(time);
  annotation (experiment(StopTime = 2));
end M;
