# Starts threads without an end, of so much memory that its limit comes before that of their number.
# expected: RuntimeError|MemoryError
import threading

threading.stack_size(64 << 20)
stop = threading.Event()
while True:
    threading.Thread(target=stop.wait, daemon=True).start()
