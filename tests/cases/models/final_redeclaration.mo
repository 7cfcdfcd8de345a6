// at 0: c.b.a.x = 2 tol 0
// at 0: d.b.a.x = 3 tol 0
// source: what was redeclared as final stays as it is; elsewhere the outermost redeclaration counts [MLS36, 7.2.6 and 7.3]
model M "a final redeclaration beside others"
  model A
    Real x = 1;
  end A;
  model A2
    Real x = 2;
  end A2;
  model A3
    Real x = 3;
  end A3;
  model B
    replaceable A a;
  end B;
  model C
    B b(final redeclare A2 a);
  end C;
  model D
    B b(redeclare A2 a);
  end D;
  C c;
  D d(b(redeclare final A3 a));
end M;
