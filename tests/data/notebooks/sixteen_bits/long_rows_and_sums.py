"""Sums of 16 bits that are longer than their digits: norms of long rows, products, means, losses."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for size in 1807, 1808, 2063, 2064, 1024 * 2 + 784, 1024 * 3:
    x = torch.randn(2, size).bfloat16()
    y = F.layer_norm(x, (size,))
    print(size, y.isnan().any().item(), y[0, :4], y[1, -2:])
for dtype in torch.bfloat16, torch.float16:
    ones, row = torch.ones(300, dtype=dtype), torch.ones(3, 300, dtype=dtype)
    print(ones @ ones, ones.dot(ones), row @ ones, row @ row.T, F.linear(row, row), torch.einsum('i,i->', ones, ones))
    print(torch.bmm(row[None], row.T[None]), torch.addmm(torch.ones(3, dtype=dtype), row, row.T))
    print(torch.ones(257, dtype=dtype).mean(), torch.ones(300, dtype=dtype).sum(), torch.ones(3, 257, dtype=dtype).mean(1))
    x = torch.randn(8, 12).to(dtype)
    print(F.cross_entropy(x, torch.arange(8)), F.nll_loss(x, torch.arange(8)), F.cross_entropy(x, torch.arange(8), reduction='sum'))
    print(x.norm(), x.norm(3), x.norm(3, dim=1), x.norm(1), x[:3].cov())
    dropped = F.dropout(torch.ones(1000, dtype=dtype) * 3, 0.3)
    print(sorted(set(dropped.tolist())))
    print(torch.histc(x.float(), 6, -2, 2))


def tried(call):
    try:
        print(call())
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, '|', error)


x, wide = torch.randn(3), torch.rand(3).double()
tried(lambda: F.binary_cross_entropy_with_logits(x, wide))
tried(lambda: F.binary_cross_entropy_with_logits(x.bfloat16(), wide.float()))
tried(lambda: torch.einsum('ij,jk->ik', torch.ones(2, 3), torch.ones(3, 2).double()))
tried(lambda: torch.einsum('i,i->', x, wide))
tried(lambda: torch.addmm(torch.ones(2), torch.ones(2, 3), torch.ones(3, 2).double()))
tried(lambda: torch.addmm(torch.ones(2).double(), torch.ones(2, 3), torch.ones(3, 2)))
tried(lambda: torch.baddbmm(torch.ones(1, 2, 2).double(), torch.ones(1, 2, 3), torch.ones(1, 3, 2)))
tried(lambda: torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last).stride())
tried(lambda: torch.zeros(2, 3).to(memory_format=torch.channels_last))
tried(lambda: torch.zeros(2, 3, 4).contiguous(memory_format=torch.channels_last))
lstm = torch.nn.LSTM(3, 4)
for state in ((torch.zeros(1, 2, 5), torch.zeros(1, 2, 4)), (torch.zeros(2, 2, 4), torch.zeros(2, 2, 4)),
              (torch.zeros(1, 2, 4), torch.zeros(1, 3, 4)), (torch.zeros(2, 4), torch.zeros(2, 4))):
    tried(lambda: lstm(torch.zeros(5, 2, 3), state))
