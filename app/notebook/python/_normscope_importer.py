# SPDX-License-Identifier: MIT
"""Imports the Python files that are part of the program, before any that is installed.

It runs before the first import of anything else, so it needs nothing but what Python has frozen.
"""
import marshal
import sys

from _frozen_importlib import ModuleSpec

PREFIX = '<normscope>/'


class EmbeddedImporter:
    """Finds and loads modules of a dict: file, whether it is a package, source and perhaps code as bytes, by name."""

    def __init__(self, files):
        self._row = files.get

    def find_spec(self, name, path=None, target=None):
        row = self._row(name)
        if row is None:
            return None
        spec = ModuleSpec(name, self, origin=PREFIX + row[0], is_package=row[1])
        spec.has_location = True
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)

    def get_source(self, name):
        return str(self._row(name)[2], 'utf-8')

    def get_code(self, name):
        file, _, source, *code = self._row(name)
        return marshal.loads(*code) if code else compile(source, PREFIX + file, 'exec', dont_inherit=True)

    def is_package(self, name):
        return self._row(name)[1]


class FolderImporter(EmbeddedImporter):
    """The same from a folder, for work on the files themselves."""

    def __init__(self, folder):
        self._folder = folder

    def _row(self, name):
        path = name.replace('.', '/')
        for file, is_package in ((path + '/__init__.py', True), (path + '.py', False)):
            try:
                with open(f'{self._folder}/{file}', 'rb') as stream:
                    return file, is_package, stream.read()
            except OSError:
                pass
        return None


def install(folder, files):
    """Once, when Python has started."""
    sys.meta_path.insert(0, EmbeddedImporter(files) if folder is None else FolderImporter(folder))
