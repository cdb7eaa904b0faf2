# Positions of a vision transformer in another size, images with mirrored edges, bags of embeddings.
import io

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
positions = torch.randn(1, 16, 24).reshape(1, 4, 4, 24).permute(0, 3, 1, 2)  # channels lie together
for x in (positions, torch.randn(2, 3, 7, 6)):
    for size in ((3, 3), (14, 12), (9, 11), (1, 1), (4, 4)):
        for corners in (False, True):
            y = F.interpolate(x, size=size, mode='bilinear', align_corners=corners)
            print(tuple(y.shape), corners, y.double().sum().item(), y[0, 0, 0, 0].item())
    for factor in (2, 0.5, 1.7, (2, 3)):
        print(factor, F.interpolate(x, scale_factor=factor, mode='bilinear').double().sum().item())
row = torch.randn(2, 3, 7)
print(F.interpolate(row, size=9, mode='linear').double().sum().item(), nn.UpsamplingBilinear2d(5))
image = torch.arange(12.).reshape(1, 1, 3, 4)
print(F.interpolate(image, scale_factor=0.5, mode='area'))
print(F.pad(image, (1, 2, 2, 1), mode='reflect'), nn.ReflectionPad2d(1)(image)[0, 0, 0], nn.ReflectionPad2d(1))
print(F.pad(image, (2, 1, 0, 1), mode='replicate'), nn.ReplicationPad1d(2)(row)[0, 0])
print(F.pad(image, (2, 1, 1, 1), mode='circular'))
try:
    F.pad(image, (4, 0, 0, 0), mode='reflect')
except RuntimeError as error:
    print(error)

bags = nn.EmbeddingBag(5, 3)
print(bags, bags(torch.tensor([[0, 1], [2, 3]])))
print(nn.EmbeddingBag(5, 3, mode='sum')(torch.tensor([0, 1, 4, 4]), torch.tensor([0, 2])))
groups = torch.tensor([[0, 0, 1], [2, 2, 2]])
print(torch.zeros(2, 3).scatter_reduce(1, groups, image[0, 0, :2, :3], 'mean', include_self=False))
print(torch.ones(2, 3).scatter_reduce(1, groups, image[0, 0, :2, :3], 'mean'))
print(torch.cdist(torch.arange(30.).view(30, 1), torch.ones(2, 1), compute_mode='donot_use_mm_for_euclid_dist')[:3])

kept = io.BytesIO()
torch.save({'layer': nn.LayerNorm(4).state_dict(), 'epoch': 3, 'row': row[0, 0]}, kept)
kept.seek(0)
print(torch.load(kept, map_location='cpu'))

for name in ('acosh_', 'asinh_', 'atanh_', 'square_'):
    x = torch.full((2,), 0.5, requires_grad=True) * 1.0
    print(name, str(getattr(x, name)().grad_fn).split(' ')[0])
for name in ('elu', 'celu', 'selu', 'leaky_relu'):
    x = torch.full((2,), 0.5, requires_grad=True) * 1.0
    print(name, str(getattr(F, name)(x, inplace=True).grad_fn).split(' ')[0])
try:
    torch.tensor([True]).square_()
except RuntimeError as error:
    print(error)
