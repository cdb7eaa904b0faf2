# Counts what others do.
# expected: PermissionError
system_call("perf_event_open", 0, 0, -1, -1, 0)
