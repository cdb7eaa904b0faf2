# SPDX-License-Identifier: MIT
"""What libraries need in a Python of one's own once they are imported: torch a seed and records, IPython a display
that reaches the app; and where cells are confined, what starts processes is done without them.
"""

import functools

from normscope_kernel import cells
from normscope_kernel.imports import after
from normscope_kernel.running import cell


def _show_by_cells(public):
    """IPython's own display() finds no shell here, and would print figures as text."""
    public.display = cells.display
    public.clear_output = lambda wait=False: None


def _leave_out(what):
    note = f"left out: {what} (cells start no processes)"
    if note not in cell.notes:
        cell.notes.append(note)


def _not_compiled(model=None, **options):
    """torch.compile without a compiler: the function as it is gives the same numbers, but for their last digits."""
    if model is None:
        return functools.partial(_not_compiled, **options)
    _leave_out("torch.compile")
    return model


def _compiled(compile, records):
    """torch.compile, within which nothing is recorded."""

    def of(function):
        @functools.wraps(function)
        def called(*arguments, **options):
            with records.without_mode():
                return function(*arguments, **options)

        return called

    @functools.wraps(compile)
    def compiled(model=None, **options):
        made = compile(model, **options)
        if model is None:
            return lambda function: of(made(function))
        if hasattr(made, "forward"):
            made.forward = of(made.forward)
            return made
        return of(made)

    return compiled


def _load_in_this_process(data):
    begin = data.DataLoader.__init__

    @functools.wraps(begin)
    def begun(loader, *arguments, **options):
        if options.get("num_workers"):
            _leave_out(f"num_workers={options['num_workers']}")
            of_workers = "num_workers", "prefetch_factor", "persistent_workers", "timeout", "multiprocessing_context"
            options = {name: value for name, value in options.items() if name not in of_workers}
        begin(loader, *arguments, **options)

    data.DataLoader.__init__ = begun


def prepare(records, seed, is_confined):
    """Random numbers of torch begin at the seed until a cell sets another one."""

    def begin_torch(torch):
        torch.manual_seed(seed)
        if hasattr(torch, "compile"):
            torch.compile = _not_compiled if is_confined else _compiled(torch.compile, records)
        if is_confined:
            after("torch.utils.data", _load_in_this_process)
        records.begin_torch(torch)

    after("IPython.display", _show_by_cells)
    after("torch", begin_torch)
