# SPDX-License-Identifier: MIT
"""int8 and int16: what they are made of and become, arithmetic that wraps around, and what refuses them."""
import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings('ignore')
OF_ONE = '''
neg abs sum prod max min argmax argmin sort argsort unique sign square exp sqrt log sigmoid tanh
relu mean std var norm median mode any all nonzero bitwise_not logical_not floor ceil round trunc
frac reciprocal rsqrt isnan isfinite isinf float double half bfloat16 int long short char byte bool
t diff tolist numel is_floating_point is_signed clone contiguous diag trace tril bincount nansum
nan_to_num deg2rad sgn erf softplus gelu hardtanh leaky_relu elu aminmax count_nonzero
var_mean std_mean histc msort median relu6 positive ravel clamp corrcoef cov
'''.split()
OF_TWO = '''
add sub mul div floor_divide remainder fmod pow maximum minimum eq lt bitwise_and bitwise_or
bitwise_xor bitwise_left_shift bitwise_right_shift logical_and atan2 dot outer matmul fmax
true_divide hypot heaviside float_power isclose equal xlogy logaddexp cross kron dist
'''.split()
IN_PLACE = '''
add_ sub_ mul_ div_ floor_divide_ remainder_ pow_ bitwise_and_ logical_or_ eq_ copy_ fill_
masked_fill_ zero_ random_ __iadd__ __ior__ __ilshift__
'''.split()
EXPRESSIONS = [
    'a<<1',
    'a>>1',
    'a//2',
    'a%3',
    'a**2',
    '-a',
    '~a',
    'a&b',
    'a|b',
    'a^b',
    'a@b',
    '2-a',
    '2/a',
    '2**b',
    'a/2',
    'a+1000',
    'a*1000',
    'a+True',
    'a==1',
    'a!=b',
    'a<=3.5',
    'True+a',
    '1.5*a',
    '300*a',
    'a+2**40',
    'a[a>0]',
    'a[1:3]',
    'a[-1].item()',
    'int(a[3])',
    'float(a[3])',
    'bool(a[3])',
    'len(a)',
    'list(a)',
    'a.to(torch.float32).to(d)',
    'fl.to(d)',
    '(fl*1e9).to(d)',
    'l.to(d)*100',
    'torch.tensor(300,dtype=d)',
    'torch.tensor([1.9,-1.9],dtype=d)',
    'torch.tensor([300],dtype=d)',
    'torch.tensor(1e5,dtype=d)',
    'torch.full((2,),7,dtype=d)',
    'torch.full((2,),70000,dtype=d)',
    'torch.full((2,),7.9,dtype=d)',
    'torch.zeros(3,dtype=d)',
    'torch.ones(2,2,dtype=d)',
    'torch.arange(5,dtype=d)',
    'torch.arange(-3,9,2,dtype=d)',
    'torch.empty(0,dtype=d)',
    'torch.eye(2,dtype=d)',
    'torch.linspace(0,10,4,dtype=d)',
    'torch.randint(-128,128,(6,),dtype=d)',
    'torch.zeros_like(a)',
    'torch.ones_like(fl,dtype=d)',
    'torch.full_like(a,3)',
    'torch.full_like(a,3.5)',
    'a.new_zeros(2)',
    'a.new_tensor([1,2])',
    'a.new_full((2,),400)',
    'torch.rand(2,dtype=d)',
    'torch.randn(2,dtype=d)',
    'torch.rand_like(a)',
    'torch.cat([a,b])',
    'torch.cat([a,l])',
    'torch.cat([a,u])',
    'torch.stack([a,b])',
    'torch.where(bo,a,b)',
    'torch.where(bo,a,0)',
    'torch.where(bo,a,l)',
    'a.clamp(-5,5)',
    'a.clamp(-5.5,5)',
    'a.clamp(max=1000)',
    'a.sum(dtype=d)',
    'a.sum(dtype=torch.float32)',
    'a.prod(dtype=d)',
    'a.cumsum(0,dtype=d)',
    'a.mean(dtype=torch.float32)',
    'a.float().mean().to(d)',
    'torch.result_type(a,u)',
    'torch.result_type(a,1.5)',
    'torch.result_type(a,300)',
    'torch.promote_types(d,torch.uint8)',
    'torch.promote_types(d,torch.float16)',
    'torch.can_cast(torch.int32,d)',
    'torch.can_cast(torch.float32,d)',
    'torch.can_cast(torch.uint8,d)',
    'torch.iinfo(d)',
    'torch.iinfo(d).max',
    'a.view(2,4)@b.view(4,2)',
    'torch.bmm(a.view(1,2,4),b.view(1,4,2))',
    'torch.einsum("ij,jk->ik",a.view(2,4),b.view(4,2))',
    'F.one_hot(a.abs()%3)',
    'F.embedding(a.clamp(0,1),torch.ones(3,2))',
    'fl[a.clamp(0,3)]',
    'fl[a>0]',
    'a.index_select(0,l)',
    'a.gather(0,l)',
    'fl.gather(0,a.clamp(0,3))',
    'fl.index_select(0,a.clamp(0,3))',
    'a.scatter(0,l,b)',
    'a.scatter_add(0,l,b)',
    'a.masked_fill(bo,5)',
    'a.masked_fill(bo,5.7)',
    'a.masked_fill(bo,400)',
    'a.masked_select(bo)',
    'a.take(l)',
    'a.roll(1)',
    'a.repeat(2)',
    'a.tile(2)',
    'a.repeat_interleave(2)',
    'a.view(2,4).T',
    'a.view(2,4).sum(0)',
    'a.view(2,4).max(1)',
    'a.view(2,4).argmax(1)',
    'a.view(2,4).amax(1)',
    'a.view(2,4).float()',
    'F.pad(a,(1,1))',
    'F.pad(a,(1,1),value=3)',
    'F.linear(a.view(2,4),b.view(2,4))',
    'F.softmax(a,0)',
    'F.softmax(a,0,dtype=torch.float32)',
    'F.layer_norm(a,(8,))',
    'F.relu(a)',
    'F.dropout(a,0.5)',
    'F.cross_entropy(fl.view(2,4),a[:2].clamp(0,3))',
    'F.mse_loss(a,b)',
    'a.requires_grad_()',
    'torch.tensor([1,2],dtype=d,requires_grad=True)',
    'a.type(torch.float32)',
    'a.type_as(fl)',
    'a.to(torch.uint8)',
    'fl.type(d)',
    'fl.to(dtype=d)',
    'a.to("cpu")',
    'a.to(fl)',
    'torch.equal(a,b)',
    'torch.allclose(a,b)',
    'torch.isclose(a,a)',
    'a.view(torch.uint8)',
    'a.view(torch.int16)',
    'a.is_contiguous()',
    'a.storage_offset()',
    'a.stride()',
    'torch.tensor([1],dtype=d).item()',
    'f"{a[0]}"',
    'f"{a[0]:5d}"',
    'f"{a.float().mean():.3f}"',
    'str(a[0])',
    'repr(a[0])',
    'torch.histc(a)',
    'torch.meshgrid(a,b,indexing="ij")',
    'torch.cdist(a.view(2,4),b.view(2,4))',
    'torch.triu(a.view(2,4))',
    'a.bernoulli()',
    'torch.multinomial(a,1)',
    'torch.lerp(a,b,0.5)',
    'torch.addmm(a[:4].view(2,2),a[:4].view(2,2),b[:4].view(2,2))',
    'torch.addcmul(a,a,b)',
    'torch.baddbmm(a[:4].view(1,2,2),a[:4].view(1,2,2),b[:4].view(1,2,2))',
    'torch.mv(a.view(2,4),b[:4])',
    'torch.tensordot(a.view(2,4),b.view(2,4),([0],[0]))',
    'torch.unique(a,return_counts=True)',
    'torch.searchsorted(torch.tensor([1,5,9],dtype=d),a)',
    'torch.bucketize(a,torch.tensor([1,5,9],dtype=d))',
    'torch.ShortTensor([1,2])',
    'torch.CharTensor([1,2])',
    'a.short()',
    'a.char()',
    'fl.char()',
    'fl.short()',
    'isinstance(a,torch.Tensor)',
    'isinstance(a,torch.CharTensor)',
    'd.is_signed',
    'd.is_floating_point',
    'torch.is_tensor(a)',
    'a.grad_fn',
    'a.is_leaf',
    'torch.tensor([[1,2],[3,4]],dtype=d)',
    'torch.arange(2000,dtype=torch.int16)',
    'torch.arange(30000,30040,dtype=torch.int16)',
    'torch.quantile(a.float(),0.5)',
    'a.float().div(0.7).round().clamp(-128,127).to(d)',
    'torch.testing.assert_close(a,b)',
    'a.sort(descending=True)',
    'a.unfold(0,3,2)',
    'a.split(3)',
    'a.chunk(2)',
    'a.expand(2,8)',
    'a.any()',
    'a.all()',
    'a.isin(b) if hasattr(a,"isin") else torch.isin(a,b)',
    'a.fill_diagonal_(0) if a.dim()>1 else a.view(2,4).clone().fill_diagonal_(0)',
    'a.logical_xor(b)',
    'torch.trapz(a)',
    'torch.std_mean(a)',
    'a.copy_(b)',
    'a.index_add(0,l,b)',
    'a.index_fill(0,l[:2],9)',
    'a.index_copy(0,l,b)',
    'torch.full((2,),True,dtype=d)',
    'torch.scalar_tensor(3,dtype=d)',
    'torch.tensor(True,dtype=d)',
    'torch.logspace(0,1,3,dtype=d)',
    'torch.normal(a,1.0)',
    'a.normal_()',
    'a.uniform_()',
    'a.bitwise_left_shift(20)',
    'a<<9',
    'a>>9',
    '(-a)>>1',
    'torch.floor_divide(a,-3)',
    'a//-3',
    'a%-3',
    'torch.fmod(a,-3)',
    'a//0',
    'a%0',
    'torch.div(a,b,rounding_mode="trunc")',
    'torch.div(a,b,rounding_mode="floor")',
    'torch.div(a,3,rounding_mode="floor")',
    'torch.pow(a,-1)',
    'torch.pow(2,a.clamp(0,5))',
    'a.pow(3)',
    'a.pow(0.5)',
]


def show(label, work):
    try:
        result = work()
        print(label, result, getattr(result, 'dtype', ''))
    except Exception as error:
        print(label, type(error).__name__, str(error).split('\n')[0])


def changed(x, name, *others):
    copy = x.clone()
    getattr(copy, name)(*others)
    return copy


for d in torch.int8, torch.int16:
    torch.manual_seed(0)
    a = torch.tensor([1, -2, 3, 100, -128, 127, 0, 7], dtype=d)
    b = torch.tensor([5, 3, -2, 100, -1, 2, 9, 3], dtype=d)
    u = torch.tensor([1, 2, 3, 4, 5, 6, 7, 200], dtype=torch.uint8)
    l = torch.arange(8)
    fl = torch.linspace(-300, 300, 8)
    bo = l > 3
    print(a, b, a.reshape(2, 4), d, a.element_size(), a.type())
    for name in OF_ONE:
        show(name, lambda: getattr(a, name)() if hasattr(a, name) else getattr(torch, name, None)(a)
             if hasattr(torch, name) else getattr(F, name)(a))
    others = {'b': b, 'u': u, 'i': l.int(), 'f': fl, 'bo': bo, '3': 3, '2.5': 2.5, 't': torch.tensor(300)}
    for name in OF_TWO:
        for key, other in others.items():
            show(f'{name} {key}', lambda: getattr(torch, name)(a, other))
    for name in IN_PLACE:
        for key in ('b', 'i', 'f', '3', '2.5', 'bo'):
            rest = {'masked_fill_': (bo, others[key]), 'zero_': (), 'random_': ()}.get(name, (others[key],))
            show(f'{name} {key}', lambda: changed(a, name, *rest))
    for e in EXPRESSIONS:
        show(e, lambda: eval(e))
