# Shares memory by a name.
# expected: PermissionError
from multiprocessing import shared_memory

shared_memory.SharedMemory("normscope-left-behind", create=True, size=10)
