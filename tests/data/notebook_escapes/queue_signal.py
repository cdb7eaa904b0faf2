# Queues a signal.
# expected: PermissionError
call("sigqueue", APP, 15, 0)
