# Activations, pooling and losses that torch itself has: each of their forms, and their errors.
import math
import torch
from torch import tensor as T

inf, nan = math.inf, math.nan


def said(name, *given, **named):
    shown = ', '.join(f'{key}={value if not isinstance(value, torch.Tensor) else list(value.shape)}'
                      for key, value in named.items())
    try:
        result = getattr(torch, name)(*given, **named)
    except Exception as error:
        result = f'{type(error).__name__}: {error}'
    print(f'{name}({shown})', result)


torch.manual_seed(1)
x, y, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(5)
i, j = torch.randint(0, 9, (3, 4)), torch.randint(1, 9, (3, 4))
img, row = torch.randn(2, 3, 6, 6), torch.randn(2, 3, 8)
said('hardshrink', x)
said('threshold', x, threshold=0.1, value=20)
said('prelu', x, weight=T([0.1]))
said('prelu', x, weight=T([0.1, .2, .3, .4]))
said('prelu', x, weight=T([0.1, .2]))
said('celu', x)
said('celu', x, alpha=2.0)
said('celu', x, alpha=0.)
said('feature_dropout', img, p=0.5, train=True)
said('feature_dropout', img, p=0.5, train=False)
said('feature_dropout', v, p=0.5, train=True)
said('alpha_dropout', x, p=0.3, train=True)
said('feature_alpha_dropout', img, p=0.3, train=True)
said('alpha_dropout', x, p=1.0, train=True)
for k in (2, 3):
    said('max_pool1d', row, kernel_size=[k])
    said('max_pool2d', img, kernel_size=[k, k], stride=[1, 2], padding=[1, 1])
    said('max_pool2d', img, kernel_size=[k], dilation=[2])
    said('avg_pool1d', row, kernel_size=[k])
    said('max_pool1d_with_indices', row, kernel_size=[k], padding=[1])
    said('adaptive_avg_pool1d', row, output_size=[4])
    said('adaptive_avg_pool1d', row, output_size=[3])
    said('adaptive_avg_pool1d', v, output_size=[3])
    said('adaptive_max_pool1d', row, output_size=[3])
said('adaptive_avg_pool1d', row, output_size=[1])
said('max_pool2d', v, kernel_size=[2])
said('max_pool1d', row, kernel_size=[2], padding=[2])
said('pixel_shuffle', torch.randn(1, 8, 2, 3), upscale_factor=2)
said('pixel_unshuffle', torch.randn(1, 2, 4, 6), downscale_factor=2)
said('pixel_shuffle', img, upscale_factor=2)
t, w, pr = torch.randint(0, 4, (3,)), torch.rand(4), torch.rand(3, 4)
for r in (0, 1, 2):
    said('kl_div', x, target=pr, reduction=r)
    said('kl_div', x, target=y, reduction=r, log_target=True)
    said('binary_cross_entropy_with_logits', x, target=pr, weight=w, pos_weight=w, reduction=r)
    said('binary_cross_entropy_with_logits', x, target=pr, reduction=r)
    said('margin_ranking_loss', x, input2=y, target=y.sign(), margin=0.1, reduction=r)
    said('hinge_embedding_loss', x, target=y.sign(), margin=1.0, reduction=r)
    said('cosine_embedding_loss', x, input2=y, target=T([1, -1, 1]), margin=0.1, reduction=r)
    said('triplet_margin_loss', x, positive=y, negative=pr, margin=1., p=2., eps=1e-6, swap=True, reduction=r)
    said('poisson_nll_loss', x, target=pr, log_input=True, full=False, eps=1e-8, reduction=r)
    said('poisson_nll_loss', pr, target=pr, log_input=False, full=False, eps=1e-8, reduction=r)
said('pairwise_distance', x, x2=y)
said('pairwise_distance', x, x2=y, p=1., keepdim=True)
