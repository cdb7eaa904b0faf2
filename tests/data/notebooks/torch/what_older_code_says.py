import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm

x = torch.arange(6.).view(2, 3) / 4
print(x.type(), x.type(torch.LongTensor), x.type(torch.DoubleTensor).dtype, x.type(torch.int32))
print((x > 0.5).type(torch.FloatTensor), x.type('torch.LongTensor'), (x > 0.5).type(torch.uint8))
print(x.share_memory_() is x, torch.utils.data.get_worker_info())
print(isinstance(nn.BatchNorm1d(3), _BatchNorm), isinstance(nn.BatchNorm2d(3), nn.modules.batchnorm._BatchNorm))
print(nn.modules.linear.Linear is nn.Linear, nn.modules.normalization.LayerNorm is nn.LayerNorm)
print(hasattr(nn.modules, 'nothing_of_this_name'))
with torch.autograd.set_detect_anomaly(True):
    print(nn.modules.activation.ReLU()(x - 1))
torch.autograd.set_detect_anomaly(False)
