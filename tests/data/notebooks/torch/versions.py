# SPDX-License-Identifier: MIT
"""torch.__version__ as lectures ask for it, and what only a later PyTorch has."""
import torch
from torch.torch_version import TorchVersion

v = torch.__version__
print(type(v), isinstance(v, str), int(v.split('.')[0]))
for other in '1.9', '1.13', '2.0', '2', '1.13.1', '1.12.1+cu113', (1, 10), (2, 0), (1, 13, 0), 'parrot', v:
    print(other, v >= other, v < other, v > other, v <= other, v == other)
print(TorchVersion('1.10') == '1.10.0', TorchVersion('2.1.0+cu118') >= '2.1', {v: 1}[v])
for name in 'compile', 'vmap', 'func', 'export', 'jit', 'set_float32_matmul_precision':
    print(name, hasattr(torch, name))
print(hasattr(torch.nn.functional, 'scaled_dot_product_attention'), hasattr(torch.nn, 'RMSNorm'))
