// expect: 4:12: 'spatialDistribution' is not supported: it needs the past of the solution
// hint: approximate it by a chain of first-order lags
model M
  Real x = spatialDistribution(0, 0, 0, true);
end M;
