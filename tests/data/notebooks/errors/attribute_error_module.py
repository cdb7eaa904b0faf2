import math

print(math.sqrt(4))
print(math.squareroot(4))
