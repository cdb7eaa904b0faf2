# Imports a module from a folder of the person.
# expected: ModuleNotFoundError|ImportError|PermissionError
import sys

sys.path.insert(0, FOLDER)
import harmful
