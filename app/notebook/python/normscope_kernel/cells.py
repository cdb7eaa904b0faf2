# SPDX-License-Identifier: MIT
"""What the kernel does with a cell in Python: parses it, shows its value, words its error."""

import builtins
import sys

import _ast

from normscope_kernel import site_names, stale
from normscope_kernel.lines import remember, sources
from normscope_kernel.running import cell

_captures = []  # that of the cell, while it runs

_PARSE_ONLY = 0x400  # ast.PyCF_ONLY_AST, without the module ast, which takes milliseconds
_FUTURE = 0x1FF0000  # the flags of `from __future__`, which hold for the last expression, too


def _has_semicolon(source, last):
    """Whether a semicolon follows the last expression: the cell then shows nothing."""
    lines = source.splitlines()[last.end_lineno - 1 :]
    lines[0] = lines[0].encode()[last.end_col_offset :].decode()
    return "".join([line.partition("#")[0] for line in lines]).rstrip().endswith(";")


def _parse(source, file):
    """The tree of a cell. Lines of IPython that there is nothing to do for are left out.

    They are no Python, so the parser is asked first: inside strings and brackets nothing is one.
    """
    try:
        return compile(source, file, "exec", _PARSE_ONLY, dont_inherit=True)
    except SyntaxError as error:
        from normscope_kernel.magics import without_magic

        rest = without_magic(source, file, error, cell.notes)
        if rest is None:
            raise
    return _parse(rest, file)


def _begins_capture(source):
    """Whether a line `%%capture` keeps the cell's output back; from here on, then."""
    if "%%capture" not in source:
        return False
    from normscope_kernel.capture import Capture
    from normscope_kernel.magics import captured_name

    name = captured_name(source)
    if name is not None:
        _captures.append(Capture(name))
    return name is not None


def prepare(source, file, notebook, scale):
    """The codes of a cell: of its statements, and of its last expression (None: it shows none)."""
    cell.begin(bool(notebook), scale)
    remember(file, source)
    main = sys.modules["__main__"].__dict__
    if not notebook:
        main["__file__"] = file
        return compile(source, file, "exec", dont_inherit=True), None
    if not hasattr(builtins, "display"):
        builtins.display = display
    tree = _parse(source, file)
    cell.notes += stale.begin(tree, file)
    last = tree.body[-1] if tree.body else None
    if _begins_capture(source) or not isinstance(last, _ast.Expr) or _has_semicolon(source, last):
        return compile(tree, file, "exec", dont_inherit=True), None
    del tree.body[-1]
    statements = compile(tree, file, "exec", dont_inherit=True)
    flags = statements.co_flags & _FUTURE
    return statements, compile(_ast.Expression(last.value), file, "eval", flags, dont_inherit=True)


def _find_modules_in_own_folder():
    """A notebook that may read its folder imports the modules in it, as python3 does."""
    import posix

    folder = posix.getcwd()
    if folder != posix.environ.get(b"HOME", b"").decode(errors="surrogateescape"):
        sys.path.insert(0, folder)


_find_modules_in_own_folder()
site_names.add()


def pictures_of(value):
    """The module that shows a figure; None for other values."""
    if "matplotlib.figure" not in sys.modules:
        return None
    from normscope_kernel import pictures

    return pictures if pictures.is_figure(value) else None


def display(*values, **options):
    """Shows values as IPython.display.display does, without a format that is no text."""
    from normscope_kernel.pretty import pretty

    for value in values:
        pictures = pictures_of(value)
        if pictures is None:
            print(pretty(value))
        else:
            pictures.show_figure(value)


def show(value):
    """The value of a cell as IPython shows it, and as repr() does where that differs."""
    if value is None:
        return None, None
    main = sys.modules["__main__"].__dict__
    main["_"] = value
    plain = repr(value)
    if type(value) in (int, float, bool, complex, str, bytes):
        return plain, None
    pictures = pictures_of(value)
    if pictures is not None:
        pictures.show_figure(value, "")
    from normscope_kernel.pretty import pretty

    shown = pretty(value)
    return shown, None if shown == plain else plain


def _exit_of(error):
    """The text and the exit status of a SystemExit."""
    code = error.code
    if code is None:
        return "", 0
    if isinstance(code, int):
        return "", code & 0xFF
    return f"{code}\n", 1


def _line_of(error, file):
    """The line at which an error left the cell's own code, or of which it complains."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            return trace.tb_lineno or 0
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    return 0


def _is_kernel(frame):
    return str(frame.f_globals.get("__name__")).startswith("normscope_kernel")


def _without_kernel(error):
    """The error's traceback without the frames of the kernel's files."""
    trace = error.__traceback__
    while trace is not None and _is_kernel(trace.tb_frame):
        trace = trace.tb_next
    return trace


def _keep_own_lines(told):
    """Leaves out the frames of modules that come with this program: nobody can open their files."""
    while told is not None:
        told.stack[:] = [frame for frame in told.stack if not frame.filename.startswith("<normscope>/")]
        told = told.__cause__ or told.__context__


def _keep_cells(told):
    """Of a refused connection or program the lines of cells: how Python asks the system says nothing."""
    told.stack[:] = [frame for frame in told.stack if frame.filename in sources]
    told.__suppress_context__ = True
    told.__cause__ = None


def _is_refusal(error):
    """Whether it is torch's word for what cells cannot do here."""
    return type(error).__name__ == "NotSupportedError" and type(error).__module__ == "torch"


class _Text:
    """A stream that keeps what is written."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def _suggestion(error):
    """What Python adds to the message of a mistyped name: ". Did you mean: 'cos'?".

    Before 3.12 the module traceback does not know it, and only Python's own printing says it.
    """
    message = str(error)
    errors, sys.stderr = sys.stderr, _Text()
    try:
        sys.__excepthook__(type(error), error, error.__traceback__)
        printed = sys.stderr.text
    finally:
        sys.stderr = errors
    before, found, after = printed.rpartition(message)
    return after.partition("\n")[0] if message and found else ""


def _add_suggestions(told, error):
    while told is not None and error is not None:
        if isinstance(error, (AttributeError, NameError)) and told._str is not None:
            told._str += _suggestion(error)
        if told.__cause__ is not None:
            told, error = told.__cause__, error.__cause__
        else:
            told, error = told.__context__, error.__context__


#: Debian's packages of what cells import and a computer may lack.
_PACKAGES = {
    "numpy": "python3-numpy", "matplotlib": "python3-matplotlib", "pandas": "python3-pandas",
    "scipy": "python3-scipy", "seaborn": "python3-seaborn", "sklearn": "python3-sklearn",
    "tqdm": "python3-tqdm", "PIL": "python3-pil",
}

_ELSEWHERE = (
    "torchvision", "torchaudio", "torchtext", "torchdata", "transformers", "datasets", "tokenizers", "tiktoken",
    "timm", "huggingface_hub", "gdown", "d2l", "kaggle", "tensorflow", "tensorflow_datasets",
)


def _is_of_the_net(error):
    """Whether the system refused a connection: it was asked for by Python's own module of them."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_globals.get("__name__") in ("socket", "_socket", "ssl")


def _is_for_writing(error):
    """Whether a file was to be written, as far as the code says that asked for it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return False
    import linecache
    import re

    mode = trace.tb_frame.f_locals.get("mode")
    line = linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    modes = [mode] if isinstance(mode, str) else re.findall("""['"]([rwax][bt+]{0,2})['"]""", line)
    return any(set(mode) & set("wax+") for mode in modes)


def _lacks_file(error):
    """Whether a file was not there or not to be read: the folder of the notebook may have it."""
    return (isinstance(error, (FileNotFoundError, PermissionError)) and error.filename is not None
            and not _is_for_writing(error))


_NO_NETWORK = "Cells reach no network: make the numbers in the cell, for example by torch.randn.\n"
_NO_PROGRAM = "Cells start no other programs and keep no files: print() what is to be kept.\n"


def _way_out(error):
    """One line on what lies outside of cells: why, and what can be done; empty for other errors."""
    while error is not None:
        if isinstance(error, OSError) and _is_of_the_net(error):
            return _NO_NETWORK
        if isinstance(error, PermissionError) and (error.filename is None or _is_for_writing(error)):
            return _NO_PROGRAM
        if isinstance(error, EOFError) and str(error) == "EOF when reading a line":
            return "No line was typed for it: write the value into the cell.\n"
        name = (isinstance(error, ModuleNotFoundError) and error.name) or ""
        if not cell.is_built_in:
            if name:
                return f"This Python has no {name}; cells see its own packages: install it there.\n"
            error = error.__cause__ or error.__context__
            continue
        if name in _PACKAGES:
            return f"{name} is not installed here; Debian has it as {_PACKAGES[name]}\n"
        if name.startswith("torch."):
            return "This torch has only a part of PyTorch's modules: leave out what needs this one.\n"
        if name == "einops":
            return "einops is a package of its own: write it with view(), permute() and torch.einsum().\n"
        if name == "ipywidgets":
            return "Cells show no controls: call the function with the values, or put the array onto the stage.\n"
        if name.partition(".")[0] in _ELSEWHERE:
            return (f"{name} is a package of its own, whose data and models come from the net, which cells do "
                    "not reach: make the numbers in the cell, for example by torch.randn.\n")
        error = error.__cause__ or error.__context__
    return ""


def describe(error, file):
    """Type, message, traceback, line, whether an interrupt, whether an exit, exit status, whether a file lacks."""
    kind = type(error)
    name = kind.__name__
    error.__traceback__ = trace = _without_kernel(error)
    if isinstance(error, SystemExit):
        text, status = _exit_of(error)
        return name, str(error), text, 0, False, True, status, False
    import traceback

    compact = {"compact": True} if sys.version_info >= (3, 10) else {}
    told = traceback.TracebackException(kind, error, trace, **compact)
    if sys.version_info < (3, 12):
        _add_suggestions(told, error)
    last = list(told.format_exception_only())
    summary = last[-1] if isinstance(error, SyntaxError) else last[0]
    message = summary.rstrip("\n").partition(": ")[2]
    _keep_own_lines(told)
    if _is_refusal(error):
        # The sentence says all; the lines below it are where.
        text = message + "\n" + "".join(told.stack.format())
    else:
        way_out = _way_out(error)
        if way_out in (_NO_NETWORK, _NO_PROGRAM):
            _keep_cells(told)
        text = "".join(told.format()) + way_out
    interrupted = isinstance(error, KeyboardInterrupt)
    stale.fail(file, _line_of(error, file))
    return name, message, text, _line_of(error, file), interrupted, False, 1, _lacks_file(error)


def leave_cell():
    """Shows the figures that the cell has made and not shown. Returns its notes."""
    pictures = sys.modules.get("normscope_kernel.pictures")
    if pictures is not None:
        pictures.show(after_value=True)
    while _captures:
        _captures.pop().end()
    return "\n".join(cell.notes)


def draw_again(number, scale):
    """Shows a picture of an earlier cell on another scale."""
    pictures = sys.modules.get("normscope_kernel.pictures")
    if pictures is not None:
        pictures.draw_again(number, scale)


def leave_script():
    """What Python does at the end of a program: exit handlers, then the variables are let go."""
    import atexit

    main = sys.modules["__main__"].__dict__
    threading = sys.modules.get("threading")
    if threading is not None:
        threading._shutdown()
    atexit._run_exitfuncs()
    for private in (True, False):
        for name in list(main):
            is_private = name.startswith("_") and not name.startswith("__")
            if is_private == private and name != "__builtins__":
                main[name] = None
    import gc

    gc.collect()
    return ""
