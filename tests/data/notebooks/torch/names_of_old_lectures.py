# Names that PyTorch advises against, and lectures of some years ago have; and entropies by torch.special.
import warnings
import torch
from torch import nn

warnings.simplefilter('ignore')
torch.manual_seed(0)
w = torch.empty(3, 4)
for fill in (nn.init.xavier_uniform, nn.init.xavier_normal, nn.init.kaiming_normal, nn.init.uniform, nn.init.normal):
    print(fill(w))
print(nn.init.constant(w, 0.5), nn.init.eye(w))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    nn.init.normal(w)
print(*(f'{w.category.__name__}: {w.message}' for w in told), sep='\n')
p = torch.tensor([[0.5, 0.25, 0.25, 0.0], [1.0, 0.0, 0.0, 0.0]])
print(torch.special.entr(p), torch.special.entr(p).sum(-1), torch.special.entr(torch.tensor([-1.0, 2.0])))
print(torch.special.xlog1py(torch.tensor([0.0, 2.0, 3.0]), torch.tensor([-2.0, 0.5, -1.0])))
