# Sleeps for long.
# expected: interrupted
import time

print("begun")
time.sleep(3600)
