// at 0.25: c = 0.9866 tol 2e-2
// at 0.1: i[2] = 0 tol 1e-9
// at 0.1: i[3] = 0 tol 1e-9
// source: four diodes in parametric form whose resistance and conductance are parameters of value zero, so that a factor is zero in each mode
model M
  parameter Real Ron = 0, Gon = 0;
  Real u, v[4], i[4], s[4], vp, vn, c(start=0,fixed=true), is; Boolean off[4];
equation
  u = sin(2*3.141592653589793*time+0.1);
  for k in 1:4 loop
  off[k] = s[k] < 0;
  v[k] = s[k]*(if off[k] then 1 else Ron);
  i[k] = s[k]*(if off[k] then Gon else 1);
  end for;
  // bridge: source between a (potential u+va) and b=0 ; d1 a->p, d2 b->p, d3 n->a, d4 n->b
  v[1] = u - 0.01*is - vp; v[2] = -vp; v[3] = vn - u + 0.01*is; v[4] = vn;
  is = i[1] - i[3];
  vp - vn = c;
  i[1] + i[2] = 0.1*der(c) + c/100;
  i[3] + i[4] = i[1] + i[2];
  annotation(experiment(StopTime=0.3));
end M;
