# Makes a file in shared memory.
# expected: PermissionError
open("/dev/shm/normscope-left-behind", "w")
