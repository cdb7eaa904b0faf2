# Norms and losses of float16 and bfloat16 in PyTorch's own order of sums; norms along any dimension.
import torch
import torch.nn.functional as F


def sizes_where_the_middle_is_the_mean():
    for dtype in (torch.bfloat16, torch.float16, torch.float32):
        for n in (3, 5, 7, 9, 11, 15, 17, 31, 33, 35):
            x = (torch.arange(n) * 2 + 1).to(dtype)
            plain = F.layer_norm(x, (n,))
            scaled = F.layer_norm(x, (n,), torch.ones(n).to(dtype), torch.zeros(n).to(dtype))
            print(dtype, n, plain[n // 2].item(), scaled[n // 2].item(), F.group_norm(x[None, None], 1)[0, 0, n // 2].item())


def rms_norms_of_small_numbers():
    for dtype in (torch.bfloat16, torch.float16):
        x = torch.tensor([1.0, 2.0, 3.0, 4.5]).to(dtype)
        for scale in (1.0, 0.1, 0.01):
            print(F.rms_norm(x * scale, (4,)), F.rms_norm(x * scale, (4,), eps=1e-5), torch.nn.RMSNorm(4, dtype=dtype)(x * scale))


def losses():
    torch.manual_seed(5)
    for dtype in (torch.bfloat16, torch.float16):
        x, y = torch.randn(3, 5).to(dtype), torch.randn(3, 5).to(dtype)
        print(F.mse_loss(x, y, reduction="none"), F.mse_loss(x, y), F.mse_loss(x, y.float()))
        print(F.huber_loss(x, y, reduction="none", delta=0.7), F.huber_loss(x, y))
        print(F.cosine_similarity(x, y), F.cosine_similarity(x, y, dim=0))


def exact(values):
    return [float(value).hex() for value in values.flatten().tolist()]


def norms_along_dimensions():
    torch.manual_seed(6)
    for dtype in (torch.float32, torch.float64):
        for shape in ((4, 8), (5, 33), (40, 3), (2, 3, 40)):
            x = torch.randn(shape).to(dtype)
            for dim in range(len(shape)):
                print(dtype, shape, dim, exact(x.norm(dim=dim))[:6], exact(F.cosine_similarity(x, x * x + 1, dim=dim))[:3])
            print(exact(x.norm()), exact(torch.linalg.vector_norm(x, 2, 0).norm()))


sizes_where_the_middle_is_the_mean()
rms_norms_of_small_numbers()
losses()
norms_along_dimensions()
