from ...a.b import c
from .... import d
from torch import *
global a, b
return_ = 5
0
00
0_0
123_456
0xFF_fF
0o17
0b1010_1
1.5
.5
5.
1e10
1E-5
1_0.0_1e+1_0
0.0
00.5
