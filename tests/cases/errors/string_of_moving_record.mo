// expect: 17:14: String needs a value that is known before the run
operator record Count
  Integer n;
  encapsulated operator function 'String'
    import Count;
    input Count c;
    output String text;
  algorithm
    text := String(c.n);
  end 'String';
end Count;
model M
  Count c;
  Boolean one;
equation
  c.n = integer(time);
  one = not (String(c) == "1");
end M;
