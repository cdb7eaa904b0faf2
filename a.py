import os,struct
data=b'{},'*((64<<20)//3)
os.write(3, struct.pack('<I', len(data)))
m=memoryview(data)
while m: m=m[os.write(3,m):]
import time; time.sleep(60)
