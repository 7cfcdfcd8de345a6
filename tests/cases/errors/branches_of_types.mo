// expect: 3:12: the branches of a choice have different types: Integer and String
model M
  Real x = if time > 0.5 then 1 else "two";
end M;
