// expect: 12:3: connect joins 'a.y' and 'b.y', which both have values of their own
// hint: connect an input with one output
connector Out = output Real;
block Source
  Out y = 1;
end Source;
model M
  Source a, b;
equation


  connect(a.y, b.y);
end M;
