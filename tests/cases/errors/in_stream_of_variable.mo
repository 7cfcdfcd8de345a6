// expect: 4:21: inStream needs a stream variable of a connector, not 'h'
model M
  Real h = 1;
  Real x = inStream(h);
end M;
