# Loads a module into the system.
# expected: PermissionError
system_call("init_module", 0, 0, 0)
