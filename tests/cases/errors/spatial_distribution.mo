// expect: 4:12: 'spatialDistribution' is not supported: it needs the past of a whole profile
// hint: write the profile as an array, or use delay(..) where the flow is constant
model M
  Real x = spatialDistribution(0, 0, 0, true);
end M;
