# Which type comes of which two, and what is refused.
import torch
dts = [torch.bool, torch.uint8, torch.int32, torch.int64, torch.float32, torch.float64]
for a in dts:
    print(str(a).ljust(14), *[str((torch.ones(2, dtype=a) + torch.ones(2, dtype=b)).dtype)[6:] for b in dts])
for a in dts:
    print(str(a).ljust(14), *[str((torch.ones(2, dtype=a) * s).dtype)[6:] for s in (True, 2, 2.5)], *[str((torch.ones(2, dtype=a) / s).dtype)[6:] for s in (2, 2.0)])
    print(str(a).ljust(14), *[str((torch.ones(2, dtype=a) + torch.tensor(1, dtype=b)).dtype)[6:] for b in dts])
print(torch.tensor([1, 2]) / 2, torch.tensor([1, 2]) // 2, torch.tensor([-7, 7]) // 2, torch.tensor([-7, 7]) % 3, torch.tensor([-7., 7.]) % 3, torch.tensor([7.5]) // 2)
print(torch.tensor([1, 2]) ** 2, torch.tensor([1, 2]) ** 0.5, torch.tensor([2]) ** torch.tensor([3.0]), 2 ** torch.tensor([1, 2, 3]), 2.0 ** torch.tensor([1, 2]), torch.tensor([2.]) ** -1)
try:
    torch.tensor([2]) ** -1
except RuntimeError as e:
    print(e)
try:
    x = torch.tensor([1, 2]); x /= 2
except RuntimeError as e:
    print(e)
try:
    x = torch.tensor([1, 2]); x += 1.5
except RuntimeError as e:
    print(e)
try:
    x = torch.tensor([1, 2]); x.add_(torch.tensor([1.5, 2.5]))
except RuntimeError as e:
    print(e)
try:
    torch.ones(2) @ torch.ones(2, dtype=torch.float64)
except RuntimeError as e:
    print(e)
try:
    torch.ones(2, 2) @ torch.ones(2, 2, dtype=torch.int64)
except RuntimeError as e:
    print(e)
try:
    torch.ones(2, dtype=torch.int64).mean()
except RuntimeError as e:
    print(e)
try:
    torch.arange(3).softmax(0)
except RuntimeError as e:
    print(e)
try:
    torch.arange(3).std()
except RuntimeError as e:
    print(e)
try:
    torch.tensor([True]) - torch.tensor([True])
except RuntimeError as e:
    print(e)
try:
    -torch.tensor([True])
except RuntimeError as e:
    print(e)
print(torch.tensor([True, True]).sum(), torch.tensor([True, False]).float().mean(), torch.arange(4).sum().dtype, torch.arange(4).float().sum().dtype, torch.tensor([1, 2], dtype=torch.uint8).sum().dtype)
print(torch.tensor([1.5, -1.5]).int(), torch.tensor([2.7]).long(), torch.tensor([0.0, 2.0]).bool(), torch.tensor([255], dtype=torch.uint8) + 1, torch.tensor([300]).to(torch.uint8), torch.tensor([-1]).to(torch.uint8))
print(torch.tensor([2147483647], dtype=torch.int32) + 1, torch.tensor([9223372036854775807]) + 1)
print(torch.result_type(torch.tensor([1]), 1.0), torch.result_type(torch.tensor([1, 2]), torch.tensor(1.0)), torch.can_cast(torch.float32, torch.int64), torch.can_cast(torch.int64, torch.float32), torch.promote_types(torch.int32, torch.float32))
print(torch.tensor([1, 2.0]).dtype, torch.tensor([True, 2]).dtype, torch.tensor(3).dtype, torch.tensor([1, 2]).float().dtype, torch.zeros(2, dtype=int).dtype, torch.zeros(2, dtype=float).dtype, torch.zeros(1, dtype=bool))
print(torch.where(torch.tensor([True, False]), 1, 2), torch.where(torch.tensor([True, False]), 1.0, 2.0), torch.where(torch.tensor([True, False]), torch.tensor([1, 2]), torch.tensor([1.5, 2.5])))
print(torch.cat([torch.tensor([1]), torch.tensor([2.5])]), torch.stack([torch.tensor(1), torch.tensor(2)]).dtype)
print(torch.tensor([1, 2, 3]) == torch.tensor([1.0, 2.0, 3.5]), torch.tensor([1]) == 1.0, torch.tensor(1) == True, (torch.tensor([3]) > 2.5).dtype)
print(torch.tensor([1.0]).type(), torch.tensor([1]).type(), torch.tensor([1.0]).type(torch.int64), torch.tensor([1.0]).is_floating_point(), torch.is_tensor(1), torch.tensor([1, 2]).type_as(torch.ones(1)))
torch.set_default_dtype(torch.float64); print(torch.tensor([1.5]), torch.ones(1).dtype, torch.arange(3.).dtype, (torch.arange(3) / 2).dtype); torch.set_default_dtype(torch.float32)
print(torch.exp(torch.arange(3)), torch.sqrt(torch.tensor([4])), torch.sin(torch.tensor([True])).dtype, torch.abs(torch.tensor([-3])), torch.floor(torch.tensor([1.7])), torch.round(torch.tensor([0.5, 1.5, 2.5, -0.5])))
print(torch.bitwise_and(torch.tensor([5]), torch.tensor([3])), torch.tensor([5]) | 2, torch.tensor([5]) ^ 1, ~torch.tensor([5]), torch.tensor([1]) << 3, torch.tensor([16]) >> 2)
print(torch.clamp(torch.tensor([1, 5, 9]), 2, 6), torch.clamp(torch.tensor([1, 5, 9]), min=2.5), torch.tensor([1., 5., 9.]).clamp(max=4), torch.maximum(torch.tensor([1]), torch.tensor([2.5])))
print(torch.finfo(torch.float32).eps, torch.finfo(torch.float32).max, torch.finfo(torch.float64).tiny, torch.iinfo(torch.int32).max, torch.finfo(torch.float16).max, torch.finfo(torch.float32), torch.iinfo(torch.int64))
