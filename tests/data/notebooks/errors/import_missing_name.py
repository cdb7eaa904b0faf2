import math
from math import pi, cube

print(pi)
