# SPDX-License-Identifier: MIT
"""help(), exit() and quit(): names that Python's module site adds, which the kernel starts without."""

import builtins
import sys

import _sitebuiltins


class _Help(_sitebuiltins._Helper):

    def __call__(self, *about, **options):
        name = _name_in_torch(about[0]) if about else None
        if name is not None:
            print(f"PyTorch's manual has it: https://pytorch.org/docs/2.6/generated/torch.{name}.html")
            return
        super().__call__(*about, **options)


def _name_in_torch(about):
    """The name of a function or a method that PyTorch has in C++; None: pydoc knows what is to be said."""
    torch = sys.modules.get("_torch")
    about = getattr(about, "__func__", about)
    if torch is None or type(about) not in (type(torch.add), type(torch.Tensor.add)):
        return None
    if type(about) is type(torch.Tensor.add):
        return f"Tensor.{about.__name__}"
    # How it prints says whether it is torch.nn.functional's.
    return ("nn.functional." if repr(about).startswith("<built-in function") else "") + about.__name__


def add():
    end = "Ctrl-D (i.e. EOF)"
    builtins.help = _Help()
    builtins.exit = _sitebuiltins.Quitter("exit", end)
    builtins.quit = _sitebuiltins.Quitter("quit", end)
