# Lets the system signal the app.
# expected: PermissionError
import fcntl

fcntl.fcntl(3, fcntl.F_SETOWN, APP)
