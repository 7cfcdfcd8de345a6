"""The one exception class of the package."""


class Error(Exception):
    """What went wrong, in one sentence, with the culprits as values.

    >>> try:
    ...     trammel.load(text="model M Real x; equation der(x) = y; end M;")
    ... except trammel.Error as error:
    ...     print(error.kind, error.line)
    name 1
    """

    def __init__(self, message="", *, kind="usage", equations=(), variables=(), hint="", file="", line=0, column=0,
                 time=None):
        super().__init__(message)
        self.message = message
        self.kind = kind  # syntax, name, structure, initialization, integration, usage, io
        self.equations = list(equations)
        self.variables = list(variables)
        self.hint = hint
        self.file, self.line, self.column = file, line, column
        self.time = time
        self.all = [self]  # of a text with several errors: all of them

    def __str__(self):
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text}. Try: {self.hint}." if self.hint else text
