// expect: 3:22: 'expandable' connectors are not supported yet
// hint: declare the variables of the connector
expandable connector Bus
end Bus;
model M
  Bus bus;
end M;
