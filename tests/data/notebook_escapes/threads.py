# Starts threads without an end.
# expected: RuntimeError|MemoryError
import threading

stop = threading.Event()
while True:
    threading.Thread(target=stop.wait, daemon=True).start()
