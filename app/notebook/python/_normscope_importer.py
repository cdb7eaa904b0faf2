# SPDX-License-Identifier: MIT
"""Imports the Python files that are part of the program, before any that is installed.

It runs before the first import of anything else, so it needs nothing but what Python has frozen.
"""
import sys

import _normscope_files
from _frozen_importlib import ModuleSpec

PREFIX = '<normscope>/'


class EmbeddedImporter:
    """Finds and loads the modules that `_normscope_files` has; tracebacks show their lines."""

    def find_spec(self, name, path=None, target=None):
        found = self._find(name)
        if found is None:
            return None
        file, is_package = found
        spec = ModuleSpec(name, self, origin=PREFIX + file, is_package=is_package)
        spec.has_location = True
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)

    def get_source(self, name):
        return _normscope_files.source(name)

    def get_code(self, name):
        return _normscope_files.code(name)

    def is_package(self, name):
        return self._find(name)[1]

    def _find(self, name):
        return _normscope_files.find(name)


class FolderImporter(EmbeddedImporter):
    """The same from a folder, for work on the files themselves."""

    def __init__(self, folder):
        self._folder = folder

    def _find(self, name):
        path = name.replace('.', '/')
        for file, is_package in ((path + '/__init__.py', True), (path + '.py', False)):
            if self._read(file) is not None:
                return file, is_package
        return None

    def _read(self, file):
        try:
            with open(f'{self._folder}/{file}', encoding='utf-8') as stream:
                return stream.read()
        except OSError:
            return None

    def get_source(self, name):
        return self._read(self._find(name)[0])

    def get_code(self, name):
        return compile(self.get_source(name), PREFIX + self._find(name)[0], 'exec',
                       dont_inherit=True)


def install(folder):
    """Once, when Python has started."""
    sys.meta_path.insert(0, EmbeddedImporter() if folder is None else FolderImporter(folder))
