// at 0.5: y = 0 tol 1e-12
// at 0.9: y = 1 tol 1e-12
// at 1: x = 0.3 tol 1e-7
// source: a table whose two points have one time jumps there; before it, its first value is held (as a table of truth values with one instant is written)
type Smoothness = enumeration(linear, akima, steps);
type Extrapolation = enumeration(hold, line, periodic, none);
type Events = enumeration(always, discontinuities, none);
class Table
  extends ExternalObject;
  function constructor
    input String tableName;
    input String fileName;
    input Real table[:, :];
    input Real startTime;
    input Integer columns[:];
    input Smoothness smoothness;
    input Extrapolation extrapolation;
    input Real shiftTime = 0;
    input Events timeEvents = Events.always;
    input Boolean verboseRead = true;
    output Table externalTable;
    external "C" externalTable = ModelicaStandardTables_CombiTimeTable_init2(fileName, tableName, table, size(table, 1), size(table, 2), startTime, columns, size(columns, 1), smoothness, extrapolation, shiftTime, timeEvents, verboseRead);
  end constructor;
  function destructor
    input Table externalTable;
    external "C" ModelicaStandardTables_CombiTimeTable_close(externalTable);
  end destructor;
end Table;
function valueOf
  input Table table;
  input Integer column;
  input Real t;
  input Real next;
  input Real last;
  output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(table, column, t, next, last);
end valueOf;
function nextOf
  input Table table;
  input Real t;
  output Real next;
  external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(table, t);
end nextOf;
model M
  Table table = Table("NoName", "NoName", [0.7, 0; 0.7, 1], -1e60, {2}, Smoothness.steps, Extrapolation.hold);
  discrete Real next(start = 0, fixed = true);
  Real y, x(start = 0, fixed = true);
equation
  when {time >= pre(next), initial()} then
    next = nextOf(table, time);
  end when;
  y = valueOf(table, 1, time, next, pre(next));
  der(x) = y;
end M;
