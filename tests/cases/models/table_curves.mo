// at 1: lin = 1.5 tol 1e-12
// at 1: out = 5 tol 1e-12
// at 1: held = 4 tol 1e-12
// at 1: per = 0.5 tol 1e-12
// at 1: two = 2.5 tol 1e-12
// at 1: cub = 2.25 tol 1e-12
// at 1: jump = 3 tol 1e-12
// at 1: ends = 10.25 tol 1e-12
// source: values on straight lines between the points; a parabola is reproduced by cubic pieces with its own slopes
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
function first
  input Table2 t;
  output Real u[2];
  external "C" ModelicaStandardTables_CombiTable2D_minimumAbscissa(t, u);
end first;
function last
  input Table2 t;
  output Real u[2];
  external "C" ModelicaStandardTables_CombiTable2D_maximumAbscissa(t, u);
end last;
model M
  parameter Table1 line = Table1("", "", [0, 0; 1, 1; 2, 2; 3, 4], {2}, 1, 2);
  parameter Table1 hold = Table1("", "", [0, 0; 1, 1; 2, 2; 3, 4], {2}, 1, 1);
  parameter Table1 periodic = Table1("", "", [0, 0; 1, 1; 2, 0], {2}, 1, 3);
  parameter Table1 parabola = Table1("", "", [-2, 4; -1, 1; 0, 0; 1, 1; 2, 4; 3, 9; 4, 16], {2}, 2, 2);
  parameter Table1 steps = Table1("", "", [0, 1; 1, 3; 2, 5], {2}, 3, 1);
  parameter Table2 plane = Table2("", "", [0, 0, 1; 0, 0, 1; 1, 2, 3], 1, 2);
  Real lin = value(line, 1, 1.5*time), out = value(line, 1, 3.5*time), held = value(hold, 1, 9*time);
  Real per = value(periodic, 1, 4.5*time), two = value2(plane, time, 0.5), jump = value(steps, 1, 1.5*time);
  parameter Table2 box = Table2("", "", [0, 0.25, 3; 4, 0, 1; 6, 2, 3], 1, 2);
  parameter Real low[2] = first(box), high[2] = last(box);
  Real ends = low[1]*high[1] - low[2]*high[2] - 13;
  Real cub = value(parabola, 1, 1.5*time);
end M;
