// expect: 7:5: a when-clause cannot stand in another
// hint: join their conditions, or use 'if' inside
model M
  Integer n(start = 0);
equation
  when time > 1 then
    when time > 2 then
      n = pre(n) + 1;
    end when;
  end when;
end M;
