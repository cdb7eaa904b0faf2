# Takes a disk for memory.
# expected: PermissionError
call("swapon", "/dev/null", 0)
