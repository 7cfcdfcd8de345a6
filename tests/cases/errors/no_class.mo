// expect: 2:1: a class was expected (model, package, ...), but 'Real' stands here
Real x = 1;
