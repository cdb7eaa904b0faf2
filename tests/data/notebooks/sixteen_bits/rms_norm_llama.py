import torch
from torch import nn
class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))
    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
    def forward(self, x):
        output = self._norm(x.float()).type_as(x)
        return output * self.weight
torch.manual_seed(1)
norm = RMSNorm(16)
x = torch.randn(2, 3, 16)
print(norm(x))
print(norm(x.bfloat16()).dtype, norm(x.half()).dtype)
nb = RMSNorm(16).bfloat16()
print(nb(x.bfloat16()))
print(nb._norm(x.bfloat16()))
print(norm(x).pow(2).mean(-1))
print(nb.state_dict())
print(sum(p.numel() for p in nb.parameters()))
nh = RMSNorm(16).half()
print(nh(x.half())[0])
print({k: v.dtype for k, v in nh.state_dict().items()})
norm.load_state_dict(nb.state_dict())
print(norm.weight.dtype)
