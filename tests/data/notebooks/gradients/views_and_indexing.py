"""Gradients through views, slices, indices, joins and repetitions."""
import torch

torch.manual_seed(4)
x = torch.randn(3, 4, requires_grad=True)
weights = torch.arange(1.0, 13.0)


def gradient(name, result):
    x.grad = None
    flat = result.reshape(-1)
    (flat * torch.linspace(1, 2, flat.numel())).sum().backward()
    print(name, x.grad)


gradient('transpose', x.t())
gradient('view', x.view(2, 6))
gradient('permute', x.view(3, 2, 2).permute(2, 0, 1))
gradient('row', x[1])
gradient('negative', x[-1, -2])
gradient('slice', x[:, 1:3])
gradient('step', x[::2, ::3])
gradient('list', x[[0, 0, 2]])
gradient('pairs', x[torch.tensor([0, 1, 1]), torch.tensor([3, 0, 0])])
gradient('mask', x[x > 0])
gradient('none', x[None, :, 0])
gradient('ellipsis', x[..., -1])
gradient('expand', x[:, :1].expand(3, 5))
gradient('repeat', x.repeat(2, 1))
gradient('flip', x.flip(1))
gradient('roll', x.roll(1, 0))
gradient('cat', torch.cat([x, x[:1]], 0))
gradient('stack', torch.stack([x[0], x[2]]))
gradient('chunk', x.chunk(2, dim=1)[1])
gradient('split', x.split([1, 3], dim=1)[0])
gradient('unbind', x.unbind(0)[2])
gradient('gather', x.gather(1, torch.tensor([[0, 0], [1, 2], [3, 3]])))
gradient('index_select', x.index_select(1, torch.tensor([1, 1, 0])))
gradient('diagonal', x.diagonal())
gradient('tril', x.tril())
gradient('unfold', x.unfold(1, 2, 1))
gradient('where', torch.where(x > 0, x, -2 * x))
gradient('masked_fill', x.masked_fill(x < 0, 0.0))
gradient('squeeze', x.unsqueeze(0).squeeze())
gradient('flatten', x.flatten())
gradient('iterated', sum(row * 2 for row in x))
gradient('masked_select', torch.masked_select(x, x < 0))
gradient('pad', torch.nn.functional.pad(x, (1, 1)))
gradient('repeat_interleave', x.repeat_interleave(2, dim=0))
gradient('movedim', x.view(3, 2, 2).movedim(0, -1))
gradient('clone', x.clone().contiguous())
a, b = x[:, :2], x[:, 2:]
gradient('two views', torch.einsum('ij,kj->ik', a, b))
