# Makes a timer that signals.
# expected: PermissionError
system_call("timer_create", 0, 0, 0)
