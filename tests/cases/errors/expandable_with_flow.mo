// expect: 4:3: the expandable connector 'Bus' cannot have flow elements
// hint: put them into a connector, and that into the expandable one
expandable connector Bus
  flow Real i;
end Bus;
model M
  Bus bus;
end M;
