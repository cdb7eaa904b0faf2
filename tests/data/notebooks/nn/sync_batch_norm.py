# SPDX-License-Identifier: MIT
"""SyncBatchNorm without a GPU: made, printed, converted to; float_power_ and gradients in place."""
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4, momentum=None), nn.Sequential(nn.BatchNorm2d(2, affine=False)))
converted = nn.SyncBatchNorm.convert_sync_batchnorm(model)
print(converted, nn.SyncBatchNorm, isinstance(converted[1], nn.BatchNorm1d))
print(list(converted.state_dict()))
try:
    converted(torch.ones(2, 3))
except RuntimeError as error:
    print(error)

x = torch.tensor([1., -2., 3.], requires_grad=True)
for e in 'torch.sgn(x)', 'x.sgn()', 'x.sign()', '(x * 2).sgn_()', '(x * 2).copy_(torch.ones(3))', 'torch.zeros(2, 3).copy_(x)':
    print(e, eval(e))
for name in 'eq_', 'ne_', 'lt_', 'le_', 'gt_', 'ge_':
    print(name, getattr(x * 2, name)(2), getattr(x * 2, name)(x))
try:
    (x * 2).resize_(2)
except RuntimeError as error:
    print(error)
for d in torch.float64, torch.float32, torch.float16, torch.int64, torch.int8, torch.bool:
    try:
        print(torch.tensor([1, 2, 3]).to(d).float_power_(2))
    except RuntimeError as error:
        print(error)
