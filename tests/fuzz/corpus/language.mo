// at 1: wrong = 0 tol 1e-9
// source: every summand is a difference that the language defines to be zero
package Tour "one line for each rule that is easy to get wrong"
  constant Real k = 2;
  type Colour = enumeration(red, green, blue);
  record Point
    Real x = 1, y;
  end Point;
  function norm2
    input Point p;
    output Real r;
  algorithm
    r := p.x^2 + p.y^2;
  end norm2;
  function clip
    input Real u;
    input Real low = 0, high = 1;
    output Real y;
  algorithm
    y := u;
    if u < low then
      y := low;
      return;
    end if;
    if u > high then
      y := high;
    end if;
  end clip;
  function first_above
    input Real v[:], limit;
    output Integer k;
  algorithm
    k := 0;
    for i in 1:size(v, 1) loop
      if v[i] > limit then
        k := i;
        break;
      end if;
    end for;
  end first_above;
  function gcd
    input Integer a, b;
    output Integer r;
  protected
    Integer x = a, y = b, t;
  algorithm
    while y > 0 loop
      t := mod(x, y);
      x := y;
      y := t;
    end while;
    r := x;
  end gcd;
  model Cell
    parameter Real p = 1;
    parameter Point at = Point(y = 3);
    Real v(start = p);
  equation
    v = p*at.y;
  end Cell;
  model Rules
    import Modelica.Constants.pi;
    import M = Modelica.Math;
    parameter Integer n = 3, none = 0;
    parameter Boolean flag = n > 2;
    parameter Real table[Colour] = {10, 20, 30};
    Real empty[none], grid[2, n];
    Cell cells[n](p = {1, 2, 3}, each at.y = 2);
    Cell extra(p = 5) if not flag;
    Point q(x = time, y = 2*time);
    Real[3] a = {1, 2, 3}, b = {4, 5, 6};
    Real d[:] = cat(1, a, b[2:end], fill(7, 1));
    Real s, w1, w2, half;
    Real wrong = abs(-2^2 + 4) + abs(1/2 - 0.5) + abs(mod(-7, 2) - 1) + abs(rem(-7, 2) + 1) + abs(div(-7, 2) + 3) + abs(integer(-2.5) + 3)
      + abs(7/2*2 - 7) + abs(2*k - 4) + abs(table[Colour.green] - 20) + abs(sum(cells.v) - 12) + abs(cells[2].v - 4)
      + abs(norm2(q) - 5*time^2) + abs(clip(2) - 1) + abs(clip(-1) - 0) + abs(clip(time*3, high = 2) - min(3*time, 2)) + abs(gcd(12, 18) - 6)
      + abs(a*b - 32) + abs(max(abs(cross(a, b) - {-3, 6, -3}))) + abs(max(abs(skew(a)*b - cross(a, b)))) + abs(size(d, 1) - 6) + abs(d[5] - 6) + abs(d[end] - 7)
      + abs(sum(outerProduct(a, b)) - 90) + abs(product(a) - 6) + abs(sum(i^2 for i in 1:n) - 14) + abs(sum(identity(n)*a) - 6)
      + abs(sum(transpose([1, 2; 3, 4])*{1, 1} - {4, 6})) + abs(sum({i*j for i in 1:2, j in 1:3}) - 18) + abs(ndims(grid) - 2) + abs(size(grid, 2) - 3)
      + abs(pi - 4*M.atan(1)) + abs(sum(empty)) + abs(first_above({0, time, 2}, 1.5) - 3) + abs((a + b)[2] - 7) + abs(sum(diagonal(a)) - 6)
      + abs((if flag then 1 else empty[1]) - 1) + abs(homotopy(s, 0) - s) + abs(w1 - 3) + abs(w2 - time^2) + abs(half - (if time < 0.5 then 1 else 2))
      + abs(Integer(Colour.blue) - 3) + abs(sum(linspace(0, 1, 5)) - 2.5) + abs(sum(([1, 1; 0, 1]^3)[1, :]) - 4) + abs(sum(a .* b ./ b .^ 1) - 6)
      + abs(smooth(0, noEvent(if s < 100 then s else 0)) - s) + abs(sign(-3) + 1) + abs(ceil(1.2) - 2) + abs(floor(-1.2) + 2);
  algorithm
    w1 := 0;
    for i in 1:3 loop
      w1 := w1 + 1;
    end for;
    w2 := w1*0 + time*time;
  equation
    for i in 1:2, j in 1:n loop
      grid[i, j] = i + j;
    end for;
    s = sum(grid[1, :]);
    if flag then
      if time < 0.5 then
        half = 1;
      else
        half = 2;
      end if;
    else
      half = 3;
      s = 4;
    end if;
    assert(n > 0, "n must be positive");
  end Rules;
end Tour;
