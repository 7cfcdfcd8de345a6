// at 1: y = 6 tol 1e-12
// source: MLS 11.2.3: how often it runs is known
function gcd
  input Integer a;
  input Integer b;
  output Integer g;
protected
  Integer c = a;
  Integer d = b;
  Integer r;
algorithm
  while d <> 0 loop
    r := mod(c, d);
    c := d;
    d := r;
  end while;
  g := c;
end gcd;
model M
  Integer y = gcd(54, 24);
end M;
