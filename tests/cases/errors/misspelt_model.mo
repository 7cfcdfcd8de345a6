// expect: 2:1: a class was expected (model, package, ...), but 'modle' stands here; did you mean 'model'?
modle M
  Real x = 1;
end M;
