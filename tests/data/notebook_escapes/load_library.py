# Loads a shared library from a folder of the person.
# expected: OSError
import ctypes

ctypes.CDLL(FOLDER + "/secret")
