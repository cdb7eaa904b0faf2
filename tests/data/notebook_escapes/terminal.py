# Writes to the terminal of the app.
# expected: PermissionError|OSError
open("/dev/tty", "w").write("hello")
