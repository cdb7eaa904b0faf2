# SPDX-License-Identifier: MIT
"""Work that waits until a module is imported, if it ever is: importing takes time, so that is left to the cells."""

import sys
from _frozen_importlib_external import PathFinder

_waiting = {}  # by the module's name: what is done with it


class _Loader:
    # Loads the module, and then does what waited for it.

    def __init__(self, loader, action):
        self.loader = loader
        self.action = action

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self.loader
        self.loader.exec_module(module)
        self.action(module)


class _Finder:

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _waiting:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, _waiting[name])
        return spec


def after(name, action):
    """Calls action(module) when the module has been imported; at once where it has been."""
    if name in sys.modules:
        action(sys.modules[name])
    else:
        _waiting[name] = action


sys.meta_path.insert(0, _Finder)
