# Every digit of float64 and float32 results: two vectors of PyTorch's each, so that nothing is left
# to the C library.
import torch
import torch.nn.functional as F

torch.manual_seed(12)
for dtype in (torch.float64, torch.float32):
    x = torch.randn(2, 16).to(dtype)
    p = torch.sigmoid(x)
    for name in 'exp expm1 log1p sin cos tan atan sinh cosh tanh erf'.split():
        print(name, getattr(torch, name)(x)[0, :5].tolist())
    for name in 'log log2 log10 asin acos sqrt rsqrt logit'.split():
        print(name, getattr(torch, name)(p)[1, :5].tolist())
    large = x * 500
    print('sin of large angles', torch.sin(large)[0, :4].tolist())
    print('cos of large angles', large.cos()[1, :4].tolist())
    print('pow', torch.pow(p, x)[0, :4].tolist(), (p ** 2.5)[0, :4].tolist())
    print('atan2', torch.atan2(x, p)[0, :4].tolist())
    print('hypot', torch.hypot(x, p)[0, :4].tolist())
    print('logaddexp', torch.logaddexp(x, p)[0, :4].tolist())
    print('logsumexp', torch.logsumexp(x, 1).tolist(), torch.logsumexp(x, 0)[:3].tolist())
    for name in 'gelu silu mish softplus elu selu logsigmoid tanhshrink'.split():
        print(name, getattr(F, name)(x)[1, :5].tolist())
    print('gelu by tanh', F.gelu(x, approximate='tanh')[1, :5].tolist())
    print('softmax', F.softmax(x, 1)[0, :4].tolist(), F.log_softmax(x, 1)[0, :4].tolist())
    print('softmax over rows', F.softmax(x, 0)[0, :4].tolist(), F.log_softmax(x, 0)[0, :4].tolist())
    images = torch.randn(2, 4, 5).to(dtype)
    print('batch norm', F.batch_norm(images, None, None, training=True)[0, 0].tolist())
    print('group norm', F.group_norm(images, 2)[1, 3].tolist())
    print('instance norm', F.instance_norm(images)[1, 2].tolist())
    print('layer norm', F.layer_norm(images, (5,))[0, 1].tolist())
    print('cosine', F.cosine_similarity(images, images.flip(1), dim=2)[0].tolist())
    print('addcmul', torch.addcmul(x, x, p, value=0.3)[0, :4].tolist())
    print('cross', torch.cross(x[:, :3], p[:, :3], dim=1).tolist())
    print('trace', x[:, :2].trace().item(), 'dist', torch.dist(x, p).item())
