# Starts a process of Python.
# expected: PermissionError
import multiprocessing

multiprocessing.get_context("fork").Process(target=print).start()
