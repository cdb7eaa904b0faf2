# Waits for a lock that nobody opens.
# expected: interrupted
import threading

lock = threading.Lock()
lock.acquire()
print("begun")
lock.acquire()
