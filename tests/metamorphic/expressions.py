"""Expression trees of models: read from text, written as Modelica or Python, substituted, differentiated.

A tree is a nested tuple, so that trees compare and hash by value:
  ("num", 2.5)  ("time",)  ("var", name, k)  k-th time derivative  ("par", name)
  ("+", a, b)  ("-", a, b)  ("*", a, b)  ("/", a, b)  ("^", a, b)  ("neg", a)  ("call", name, a)  ("der", a)
"""
import ast
import math
import re

TIME = ("time",)
ZERO, ONE = ("num", 0.0), ("num", 1.0)
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 1, "^": 3}


def num(value):
    return ("num", float(value))


def var(name, k=0):
    return ("var", name, k)


def parse(text, parameters=()):
    """Reads the common part of Modelica's and Python's expressions, ^ being a power."""
    return _convert(ast.parse(text.strip().replace("^", "**"), mode="eval").body, parameters)


def _convert(node, parameters):
    if isinstance(node, ast.Constant):
        return num(node.value)
    if isinstance(node, ast.Name):
        if node.id == "time":
            return TIME
        return ("par", node.id) if node.id in parameters else var(node.id)
    if isinstance(node, ast.BinOp):
        return (OPERATORS[type(node.op)], _convert(node.left, parameters), _convert(node.right, parameters))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return ("neg", _convert(node.operand, parameters))
    if isinstance(node, ast.Call):
        argument = _convert(node.args[0], parameters)
        if node.func.id != "der":
            return ("call", node.func.id, argument)
        return var(argument[1], argument[2] + 1) if argument[0] == "var" else ("der", argument)
    raise ValueError("not an expression of a model: " + ast.dump(node))


def parse_equation(text, parameters=()):
    left, right = text.split("=")
    return parse(left, parameters), parse(right, parameters)


KEYWORDS = set("""algorithm and annotation block break class connect connector constant constrainedby der discrete each else elseif
elsewhen encapsulated end enumeration equation expandable extends external false final flow for function if import impure in
initial inner input loop model not operator or outer output package parameter partial protected public pure record redeclare
replaceable return stream then true type when while within time""".split())


def quoted(name):
    """A name as Modelica wants it: quoted unless it is a plain identifier; quotes inside are escaped."""
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) and name not in KEYWORDS else "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def number(value):
    text = repr(int(value)) if value == int(value) and abs(value) < 1e6 else repr(float(value))
    return "(" + text + ")" if value < 0 else text


def modelica(tree, level=0):
    op = tree[0]
    if op == "num":
        return number(tree[1])
    if op == "time":
        return "time"
    if op == "par":
        return quoted(tree[1])
    if op == "var":
        return "der(" * tree[2] + quoted(tree[1]) + ")" * tree[2]
    if op == "call":
        return tree[1] + "(" + modelica(tree[2]) + ")"
    if op == "der":
        return "der(" + modelica(tree[1]) + ")"
    own = LEVEL[op]
    if op == "neg":
        text = "-" + modelica(tree[1], 2)
    elif op == "^":
        text = modelica(tree[1], 4) + "^" + modelica(tree[2], 4)
    else:
        text = modelica(tree[1], own) + (" " + op + " " if own == 1 else op) + modelica(tree[2], own + 1)
    return "(" + text + ")" if own < level else text


def python(tree, names):
    """Python source; names(leaf) gives the text of a variable or parameter."""
    op = tree[0]
    if op == "num":
        return "(" + repr(tree[1]) + ")"
    if op == "time":
        return "t"
    if op in ("var", "par"):
        return names(tree)
    if op == "call":
        return {"abs": "abs", "sign": "sign"}.get(tree[1], tree[1]) + "(" + python(tree[2], names) + ")"
    if op == "neg":
        return "(-" + python(tree[1], names) + ")"
    if op == "^" and tree[2][0] == "num" and tree[2][1] == int(tree[2][1]):
        return "(" + python(tree[1], names) + "**" + str(int(tree[2][1])) + ")"
    return "(" + python(tree[1], names) + {"^": "**"}.get(op, op) + python(tree[2], names) + ")"


FUNCTIONS = {name: getattr(math, name) for name in
             "sin cos tan asin acos atan sinh cosh tanh exp log log10 sqrt".split()}
FUNCTIONS["sign"] = lambda x: (x > 0) - (x < 0)


def compiled(trees, arguments):
    """A function (t, v) of a list v that follows `arguments` (leaves); it returns the values of the trees."""
    place = {leaf: i for i, leaf in enumerate(arguments)}
    body = ", ".join(python(tree, lambda leaf: "v[%d]" % place[leaf]) for tree in trees)
    return eval("lambda t, v: [" + body + "]", dict(FUNCTIONS))


def map_leaves(tree, change):
    """The tree with change(leaf) in place of every variable, parameter and time."""
    op = tree[0]
    if op in ("var", "par", "time"):
        return change(tree)
    if op == "num":
        return tree
    if op == "call":
        return (op, tree[1], map_leaves(tree[2], change))
    return (op,) + tuple(map_leaves(part, change) for part in tree[1:])


def leaves(tree, found=None):
    found = set() if found is None else found
    map_leaves(tree, lambda leaf: found.add(leaf) or leaf)
    return found


def add(a, b):
    return b if a == ZERO else a if b == ZERO else ("+", a, b)


def multiply(a, b):
    if ZERO in (a, b):
        return ZERO
    return b if a == ONE else a if b == ONE else ("*", a, b)


def rate(tree, of_leaf):
    """The time derivative; of_leaf(leaf) is that of a variable, a parameter or time."""
    op = tree[0]
    if op == "num":
        return ZERO
    if op in ("var", "par", "time"):
        return of_leaf(tree)
    a, da = tree[1], None
    if op == "call":
        inner = tree[2]
        d = rate(inner, of_leaf)
        return ZERO if d == ZERO else multiply(_outer(tree[1], inner, tree), d)
    da = rate(a, of_leaf)
    if op == "neg":
        return ZERO if da == ZERO else ("neg", da)
    b = tree[2]
    db = rate(b, of_leaf)
    if op == "+":
        return add(da, db)
    if op == "-":
        return da if db == ZERO else ("neg", db) if da == ZERO else ("-", da, db)
    if op == "*":
        return add(multiply(da, b), multiply(a, db))
    if op == "/":
        first = ZERO if da == ZERO else ("/", da, b)
        return first if db == ZERO else ("-", first, ("/", multiply(a, db), ("^", b, num(2))))
    if db != ZERO:
        raise ValueError("powers of models have constant exponents")
    lower = ONE if b == num(1) else a if b == num(2) else ("^", a, ("-", b, ONE) if b[0] != "num" else num(b[1] - 1))
    return multiply(multiply(b, lower), da)


def _outer(name, x, whole):
    one_plus = ("+", ONE, ("^", x, num(2)))
    one_minus = ("-", ONE, ("^", x, num(2)))
    return {
        "sin": ("call", "cos", x), "cos": ("neg", ("call", "sin", x)),
        "tan": ("+", ONE, ("^", whole, num(2))), "exp": whole, "log": ("/", ONE, x),
        "sqrt": ("/", num(0.5), whole), "sinh": ("call", "cosh", x), "cosh": ("call", "sinh", x),
        "tanh": ("-", ONE, ("^", whole, num(2))), "atan": ("/", ONE, one_plus),
        "asin": ("/", ONE, ("call", "sqrt", one_minus)),
        "acos": ("/", num(-1), ("call", "sqrt", one_minus)), "abs": ("call", "sign", x),
    }[name]
