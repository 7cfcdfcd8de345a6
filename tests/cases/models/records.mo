// at 1: total = 14 tol 1e-9
// at 1: far = 25 tol 1e-9
// at 1: s = 6 tol 1e-9
// at 1: x[3] = 3 tol 1e-9
// source: 1 + 4 + 9, 3^2 + 4^2, 1 + 2 + 3
package Records "arrays of records in functions, their fields assigned one by one; loops without a range"
  record Point
    Real x, y[2];
  end Point;
  function squares
    input Real a[:];
    output Real y;
  protected
    Point p[size(a, 1)];
  algorithm
    for i in 1:size(a, 1) loop
      p[i].x := a[i];
      p[i].y := {a[i], 0};
      p[i].y[2] := a[i]*p[i].x;
    end for;
    y := 0;
    for i loop
      y := y + p[i].y[2];
    end for;
  end squares;
  function distance
    input Point p;
    output Real d;
  protected
    Point q[2];
  algorithm
    q[1] := p;
    q[2].x := q[1].x;
    q[2].y := 2*q[1].y;
    d := q[2].x^2 + q[2].y[1]^2;
  end distance;
  model M
    Real x[3], total, far, s;
  equation
    for i loop
      x[i] = i*time;
    end for;
    total = squares(x);
    far = distance(Point(x = 3, y = {2, 0}));
    s = sum(x[i] for i);
    annotation (experiment(StopTime = 1));
  end M;
end Records;
