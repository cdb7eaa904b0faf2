# Ends its process in a thread.
# expected: ended
import os
import threading
import time

threading.Thread(target=os._exit, args=(1,)).start()
time.sleep(60)
