// expect: 9:7: 'if' was expected after 'end', to close the 'if' of line 5, but the keyword 'for' stands here
model M
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
  end for;
end M;
