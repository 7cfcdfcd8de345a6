// expect: 8:5: the new value in reinit has the size scalar, but [2] is needed
model M
  Real x[2](each start = 0);
equation
  der(x) = {1, 2};
  // both bounce
  when time > 1 then
    reinit(x, 0);
  end when;
end M;
