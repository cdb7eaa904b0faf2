# Blocks the interrupt.
# expected: ended
import signal

signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
print("begun")
while True:
    pass
