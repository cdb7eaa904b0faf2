# Ignores the interrupt.
# expected: ended
import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
print("begun")
while True:
    pass
