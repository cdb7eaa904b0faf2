# Signals a thread by its number.
# expected: PermissionError
system_call("tkill", APP, 15)
