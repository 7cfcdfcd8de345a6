// at 1: after = 3 tol 1e-12
// at 1: before = -3 tol 1e-12
// at 1: level = 0 tol 1e-12
// at 1: inside = 1 tol 0
// at 1: edge = 5 tol 1e-12
// at 1: cell = 1 tol 0
// at 1: column = -6 tol 1e-12
// source: beyond its ends a table follows the line through its last two points, also where it is constant between points,
// and is level where those two have one abscissa; in two dimensions it is bilinear there
class Table1
  extends ExternalObject;
  function constructor
    input String tableName, fileName;
    input Real table[:, :];
    input Integer columns[:];
    input Integer smoothness, extrapolation;
    output Table1 t;
    external "C" t = ModelicaStandardTables_CombiTable1D_init3(fileName, tableName, table, columns, smoothness, extrapolation);
  end constructor;
  function destructor
    input Table1 t;
    external "C" ModelicaStandardTables_CombiTable1D_close(t);
  end destructor;
end Table1;
class Table2
  extends ExternalObject;
  function constructor
    input String tableName, fileName;
    input Real table[:, :];
    input Integer smoothness, extrapolation;
    output Table2 t;
    external "C" t = ModelicaStandardTables_CombiTable2D_init3(fileName, tableName, table, smoothness, extrapolation);
  end constructor;
  function destructor
    input Table2 t;
    external "C" ModelicaStandardTables_CombiTable2D_close(t);
  end destructor;
end Table2;
function value
  input Table1 t;
  input Integer column;
  input Real u;
  output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u);
end value;
function value2
  input Table2 t;
  input Real u, v;
  output Real y;
  external "C" y = ModelicaStandardTables_CombiTable2D_getValue(t, u, v);
end value2;
model M
  parameter Table1 steps = Table1("", "", [0.3, 0; 0.4, 1; 0.5, 0; 0.6, -1; 0.7, 0], {2}, 3, 2);
  parameter Table1 twice = Table1("", "", [0, 1; 1, 0; 1, 0], {2}, 1, 2);
  parameter Table2 box = Table2("", "", [0, 0, 1; 0, 1, 2; 1, 3, 5], 3, 2);
  parameter Table2 one = Table2("", "", [1, 1; 2, 4; 3, 9; 4, 16], 3, 2);
  Real after = value(steps, 1, time), before = value(steps, 1, time - 1), inside = value(steps, 1, 0.45*time);
  Real level = value(twice, 1, 2*time);
  Real edge = value2(box, 0.5, 2*time), cell = value2(box, 0.5, 0.5*time), column = value2(one, time - 1, 7);
end M;
