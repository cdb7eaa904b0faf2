# Turns the machine off.
# expected: PermissionError
call("reboot", 0)
