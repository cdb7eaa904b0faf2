# SPDX-License-Identifier: MIT
"""Expressions that notebook_arrays.py evaluates: what torch says of them, errors included. Each
group has the lines that come before it."""

GRADIENTS_BEFORE = """
x = torch.randn(2, 3, requires_grad=True); y = torch.randn(2, 3)
b = torch.randn(4, 2, 3, requires_grad=True); w = torch.randn(3, requires_grad=True)
p = (torch.rand(2, 3) + .5).requires_grad_(); d = x.double(); i = torch.tensor([0, 1])
m = torch.tensor([[True, False, True], [False, True, True]])
"""
GRADIENTS = [
    'x+y', 'x+1', '1+x', 'x-1', '1-x', 'x*2', 'x/2', '2/x', 'x//2', 'x%2', '-x', 'x**2', '2**p', 'p**p',
    'x**0.5', 'abs(x)', 'x@y.T', 'y@x.T', 'x.T', 'x.t()', 'x@w', 'w@w', 'b@w', 'b@x.T',
    'x.matmul(b.transpose(1,2))', 'torch.bmm(b,b.transpose(1,2))', 'torch.mm(x,y.T)', 'torch.mv(x,w)',
    'torch.dot(w,w)', 'torch.outer(w,w)', "torch.einsum('ij,kj->ik',x,y)", 'torch.addmm(w,x,torch.randn(3,3))',
    'x.sum()', 'x.sum(0)', 'x.sum((0,1))', 'x.mean()', 'x.mean(1)', 'x.mean(1,keepdim=True)', 'x.var()',
    'x.var(1)', 'x.var(1,unbiased=False)', 'x.std()', 'x.std(1)', 'x.prod()', 'x.prod(1)', 'x.max()',
    'x.max(1)[0]', 'x.min()', 'x.min(1).values', 'x.amax(1)', 'x.amin(1)', 'x.norm()', 'x.norm(dim=1)',
    'x.norm(1)', 'torch.linalg.norm(x)', 'x.logsumexp(1)', 'torch.var_mean(x,1)[0]', 'torch.var_mean(x,1)[1]',
    'torch.std_mean(x,1)[0]', 'x.cumsum(1)', 'x.cumprod(1)', 'x.sort()[0]', 'x.topk(2)[0]', 'x.exp()',
    'p.log()', 'p.log2()', 'p.log10()', 'p.log1p()', 'x.expm1()', 'p.sqrt()', 'p.rsqrt()', 'x.pow(2)',
    'x.abs()', 'x.neg()', 'x.sign()', 'x.tanh()', 'x.sigmoid()', 'x.relu()', 'F.relu(x)', 'F.gelu(x)',
    "F.gelu(x,approximate='tanh')", 'F.silu(x)', 'F.leaky_relu(x)', 'F.elu(x)', 'F.softplus(x)', 'F.relu6(x)',
    'F.hardtanh(x)', 'F.logsigmoid(x)', 'x.erf()', 'x.sin()', 'x.cos()', 'x.tan()', 'x.floor()', 'x.ceil()',
    'x.round()', 'x.trunc()', 'x.reciprocal()', 'x.square()', 'x.clamp(0,1)', 'x.clamp(min=0)',
    'torch.softmax(x,1)', 'F.softmax(x,dim=1)', 'x.log_softmax(1)', 'F.layer_norm(x,(3,))',
    'F.linear(x,torch.randn(4,3))', 'F.linear(x,torch.randn(4,3),torch.randn(4))',
    'F.linear(b,torch.randn(4,3))', 'F.linear(b,torch.randn(4,3),torch.randn(4))',
    'F.linear(w,torch.randn(4,3),torch.randn(4))', 'F.linear(w,torch.randn(4,3))',
    'nn.Linear(3,4,bias=False)(x)', 'nn.LayerNorm(3)(y)', 'x[0]', 'x[:,0]', 'x[0,1]', 'x[0:1]', 'x[...,0]',
    'x[None]', 'x[i]', 'x[m]', 'x[i,i]', 'x[0][1]', 'x[:, None]', 'x[:,::2]', 'x[:]', 'x[...]', 'x.view(3,2)',
    'x.view(-1)', 'x.reshape(3,2)', 'x.T.reshape(-1)', 'x.reshape(2,3)', 'x.flatten()', 'x.T.flatten()',
    'b.flatten(1)', 'x.squeeze()', 'x[None].squeeze(0)', 'x.unsqueeze(0)', 'x.expand(4,2,3)', 'x.repeat(2,1)',
    'x.transpose(0,1)', 'b.permute(2,0,1)', 'x.contiguous()', 'x.T.contiguous()', 'x.clone()', 'x.unbind()[0]',
    'x.chunk(3,1)[0]', 'x.split(1)[0]', 'torch.cat([x,y])', 'torch.stack([x,y])', 'torch.hstack([x,y])',
    'torch.vstack([x,y])', 'torch.where(m,x,y)', 'torch.where(x>0,x,torch.zeros(()))', 'x.masked_fill(m,0.)',
    'x.tril()', 'x.triu()', 'x.gather(1,torch.tensor([[0],[1]]))', 'x.index_select(0,i)', 'x.masked_select(m)',
    'x.double()', 'x.float()', 'x.to(torch.float64)', 'x.detach()', 'x.diag()', 'torch.diagonal(x)',
    'x.trace()', 'x.roll(1)', 'x.flip(0)', 'torch.maximum(x,y)', 'torch.minimum(x,y)', 'torch.max(x,y)',
    'x.type_as(d)', 'torch.ones_like(x)', 'x.isnan()', 'x.view_as(y)', 'x.expand_as(b)', 'x.movedim(0,1)',
    'x.swapaxes(0,1)', 'x.median()', 'x.mean(dim=(0,1))', 'F.mse_loss(x,y)', 'F.cross_entropy(x,i)',
    'F.nll_loss(x,i)', 'F.one_hot(i)', 'F.pad(x,(1,1))', 'torch.addcmul(x,y,y)', 'x.sub(y)', 'x.mul(y)',
    'x.div(y)', 'x.atan2(y)', 'torch.atan(x)', 'torch.sinh(x)', 'torch.cosh(x)',
    "torch.meshgrid(w,w,indexing='ij')[0]", 'torch.cumsum(x,0)', 'torch.nan_to_num(x)',
    'x.sum(dtype=torch.float64)', 'x.repeat_interleave(2,0)', 'x.numel()', 'F.group_norm(b,2)', 'x.mT',
    'x.logical_not()', 'x.argmax()', 'x.count_nonzero()', 'x.take(i)',
    'torch.take_along_dim(x,x.argmax(1,keepdim=True),1)', 'x.scatter(1,torch.tensor([[0],[1]]),0.)', 'x.data',
    'x.frac()', 'x.fmod(2)', 'x.remainder(2)', 'x.softmax(-1)', 'x.exp2()', 'x.add(y,alpha=2)', 'x.tile(2)',
    'x.ravel()', 'x.unflatten(1,(3,1))', 'torch.squeeze(x)',
    'torch.native_layer_norm(b,b.shape[1:],None,None,1e-5)', 'torch.native_layer_norm(x,(3,),x[0],x[1],1e-3)',
    'torch.native_group_norm(b,None,None,b.shape[0],b.shape[1],b[0,0].numel(),2,1e-5)',
    'torch.native_batch_norm(b,None,None,None,None,True,0.1,1e-5)',
    'torch.native_batch_norm(x,None,None,y[0],y[0]**2,False,0.1,1e-5)',
]

ERRORS_BEFORE = """
x = torch.arange(6.).view(2, 3); i = torch.arange(6).view(2, 3)
"""
ERRORS = [
    'x+torch.ones(4)', 'x@x', 'x@torch.ones(4)', 'torch.ones(3)@torch.ones(4)',
    'torch.ones(2,2,3)@torch.ones(3,3,4)', 'torch.bmm(x,x)', 'torch.mm(x,x)', 'torch.mm(x,x[0])',
    'torch.mv(x,x)', 'torch.dot(x,x)', 'x.view(4)', 'x.view(-1,4)', 'x.T.view(6)', 'x.reshape(4,2)',
    'x.view(-1,-1)', 'x.sum(2)', 'x.sum((0,0))', 'x.mean(5)', 'i.mean()', 'i.mean(0)', 'i.var()',
    'i.softmax(0)', 'i.exp()', 'x[2]', 'x[0,3]', 'x[0,0,0]', 'x[:, :, 0]', 'x["a"]', 'x[1.5]',
    'x[torch.tensor([2])]', 'x[[0,5]]', 'x[torch.tensor([True,False,True])]', 'x[torch.tensor([0.5])]',
    'x.transpose(0,2)', 'x.permute(0)', 'x.permute(0,0)', 'x.unsqueeze(4)', 'x.squeeze(3)', 'x.expand(3,3)',
    'x.expand(2)', 'x.repeat(2)', 'torch.cat([x,x[0]])', 'torch.cat([x,torch.ones(2,2)])', 'torch.cat([])',
    'torch.stack([x,x[0]])', 'torch.stack([])', 'x.chunk(0)', 'x.split(0)', 'x.split([1,2])', 'bool(x)',
    'float(x)', 'int(x)', 'x.item()', 'f"{x:.2f}"', 'f"{x[0,0]:.2f}"', 'f"{x[:1,:1]:.2f}"', 'torch.zeros(2,-1)',
    "torch.zeros(2,'a')", 'torch.tensor([[1,2],[3]])', 'torch.tensor("a")', 'torch.tensor([1,"a"])',
    'torch.arange(1,0)', 'torch.arange(0,1,0)', 'torch.linspace(0,1)', 'torch.eye(2,3)',
    'torch.randint(5,2,(2,))', 'torch.randperm(-1)', 'x.gather(0,torch.tensor([0]))',
    'x.gather(0,torch.tensor([[2]]))', 'torch.where(x,x,x)',
    'x.masked_fill(torch.tensor([True,False]),0)', 'x.topk(4)', 'x.sort(2)', 'x.argmax(2)',
    'torch.ones(0).max()', 'torch.ones(0).argmax()', 'torch.ones(0,2).max(0)', 'torch.ones(0).mean()',
    'torch.ones(0).sum()', 'i//0', 'i%0', 'x//0', 'torch.tensor(5)**-1', 'x.clamp()', 'F.layer_norm(x,(2,))',
    'F.layer_norm(x,(3,),torch.ones(2))', 'F.linear(x,torch.ones(4,2))',
    'F.linear(x,torch.ones(4,3),torch.ones(3))', 'F.softmax(x,2)', 'F.dropout(x,2.)',
    'torch.embedding(x,torch.tensor([5]))', 'F.embedding(torch.tensor([5]),x)',
    'F.cross_entropy(x,torch.tensor([0,5]))', 'F.cross_entropy(x,torch.tensor([0.,1.]))',
    'x.add_(torch.ones(2,2,3))', 'i.add_(1.5)', 'i.div_(2)', 'i.add_(x)', "torch.einsum('ij,jk->ik',x,x)",
    "torch.einsum('ij',x,x)", 'x.foo', 'torch.tensor(1)+None', 'x+"a"', '"a"+x', 'x+[1]', 'x<"a"', 'x&x', '~x',
    'i&i', '-torch.tensor([True])', 'torch.tensor([True])-torch.tensor([True])',
    'torch.tensor([True])+torch.tensor([True])', 'torch.tensor([True])*2.5', 'x.unbind(3)', 'x.flatten(1,0)',
    'x.T.T', 'torch.outer(x,x)', 'x.tril(1)', 'torch.tensor([1.]).tril()', 'x.norm(dim=4)', 'x.cumsum(3)',
    'len(torch.tensor(1))', 'iter(torch.tensor(1))', 'list(torch.tensor(1))', 'x.size(4)', 'x.stride()',
    'x.shape[5]', 'x.type()', 'x.long()', 'x.index_select(0,torch.tensor([3]))',
    'x.index_select(0,torch.tensor([0.]))', 'torch.full((2,),True)', 'torch.full((2,),1)',
    'torch.full((2,),1.)', 'torch.tensor(2.5).long()', 'x.std(0)', 'x.max(0)', 'x.sort(1)', 'x.topk(2)',
    'torch.var_mean(x,1)', 'x.T[0]', 'x[...,None].shape', 'x[None,...,0]', 'x[::-1]', 'x[:,::0]', 'x[True]',
    'x[False]', 'torch.tensor(5)[0]', 'torch.tensor(5)[...]', 'x.view(2,3,1).squeeze().shape', 'x.numel()',
    'x.dim()', 'x.ndim', 'x.nelement()', 'x.element_size()', 'x.is_contiguous()', 'x.T.is_contiguous()',
    'x.dtype', 'x.device', 'x.requires_grad', 'x.is_leaf', 'x.grad', 'x.T.stride()', 'type(x)',
    'x.type(torch.int64)', 'isinstance(x,torch.Tensor)', 'torch.is_tensor(x)', 'torch.tensor([1,2.5])',
    'torch.tensor([True,2])', 'torch.tensor([])', 'torch.tensor([[]])', 'torch.Tensor([1,2])',
    'torch.Tensor(2,3).shape', 'torch.FloatTensor([1])', 'torch.LongTensor([1])', 'torch.allclose(x,i)',
    'torch.equal(x,i)', 'torch.isclose(x,x+1e-9)', 'torch.tensor(1e10)', 'torch.tensor(2**40)',
    'torch.tensor(2**70)', 'torch.ones(2)/0', 'torch.tensor([1,2])/torch.tensor([0,2])', 'torch.tensor(3)/2',
    'x.round(decimals=1)', 'x>0.1', 'i==1.0', 'x!=None', 'x==None', 'not x[0,0]',
]

MIXED_BEFORE = """
x = torch.randn(2, 3, requires_grad=True); w = torch.randn(3, requires_grad=True)
b = torch.randn(4, 2, 3, requires_grad=True); i = torch.arange(6).view(2, 3)
"""
MIXED = [
    'F.softmax(i,dim=-1)', 'F.log_softmax(i,dim=-1)', 'F.log_softmax(i,dim=0)', 'torch.mm(x,i.T)', 'x@i.T',
    'i@i.T', 'torch.dot(w,w.double())', '(i>1)@(i>1).T', 'torch.ones(2,3)@torch.ones(2,2,3)',
    'torch.ones(2,2,3)@torch.ones(2)', 'F.linear(w,torch.ones(4,2))', 'F.linear(b,torch.ones(4,2))',
    'F.linear(i,i)', 'F.linear(x,i.float().double())', 'torch.ones(2,3).view(-1,0)', 'F.layer_norm(i,(3,))',
    'F.gelu(i)', 'F.relu(i)', 'torch.sqrt(i)', 'torch.sigmoid(i)', 'i.abs()', 'i.floor()', 'i**2', 'i**0.5',
    '2**i', 'i.std()', 'torch.arange(0,1,0.1)', 'torch.arange(5)', 'torch.arange(2.)', 'torch.arange(1,10,3)',
    'torch.linspace(0,1,5)', 'torch.rand(2,dtype=torch.float64)', 'torch.randn(2,dtype=torch.float64)',
    'torch.zeros(2,3,dtype=torch.int64)', 'torch.eye(3,dtype=torch.int32)',
    'torch.full((2,),5,dtype=torch.float32)', 'torch.empty(0)', 'torch.randint(10,(3,))',
    'torch.randint(0,10,(3,),dtype=torch.float32)', 'torch.rand(2,2,requires_grad=True)',
    'torch.bernoulli(torch.tensor([.5,.5]))', 'torch.normal(0.,1.,(2,))', 'torch.randn_like(i)',
    'torch.rand_like(x).dtype', 'torch.tensor([1,2],requires_grad=True)', 'i.requires_grad_()', 'x.add_(1)',
    'x[0].add_(1)', 'x.detach().add_(1)', 'x.data.add_(1)',
]

MODULES_BEFORE = """
x = torch.ones(2, 3); s = x.shape
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3); self.b = nn.Sequential(nn.ReLU(), nn.Dropout(0.2))
        self.w = nn.Parameter(torch.ones(2)); self.l = nn.ModuleList([nn.Linear(1, 1), nn.Tanh()])
        self.register_buffer('m', torch.zeros(2)); self.d = nn.ModuleDict({'x': nn.Identity()})
n = Net()
"""
MODULES = [
    's+(1,)', '(1,)+s', 's*2', 's[0:1]', 's[:]', 's.numel()', 'type(s[0])', 's==(2,3)', 's==[2,3]', 'tuple(s)',
    'list(s)', 'len(s)', 'torch.Size([1,2])', 'torch.Size((1,))', 'torch.Size()', 'str(s)', 'f"{s}"',
    's.index(3)', 's.count(2)', 's[-1]', 'hash(s)==hash((2,3))', 'isinstance(s,tuple)', 'type(s)',
    'torch.float32', 'torch.float', 'repr(torch.int64)', 'torch.float32==torch.float',
    'torch.float32.is_floating_point', 'torch.get_default_dtype()',
    'torch.promote_types(torch.int32,torch.float32)', 'torch.result_type(x,1.5)',
    'torch.can_cast(torch.float,torch.int)', 'n', 'n.eval().training', 'list(n.named_parameters())[0][0]',
    '[k for k,_ in n.named_parameters()]', '[k for k,_ in n.named_modules()]',
    '[k for k,_ in n.named_children()]', 'n.foo', 'n(1)', 'nn.Linear(2,3,bias=False)',
    'nn.Linear(2,3,bias=False).bias', 'nn.LayerNorm(3)',
    'nn.LayerNorm([2,3],eps=1e-3,elementwise_affine=False)', 'nn.LayerNorm(3).weight',
    'nn.Embedding(5,3,padding_idx=0)', 'nn.GELU()', "nn.GELU(approximate='tanh')", 'nn.ReLU(inplace=True)',
    'nn.Softmax(dim=1)', 'nn.Softmax()', 'nn.LogSoftmax(1)', 'nn.Flatten()', 'nn.Identity(3)', 'nn.Dropout()',
    'nn.SiLU()', 'nn.LeakyReLU()', 'nn.ELU()', 'nn.Softplus()', 'nn.Sigmoid()', 'nn.Hardtanh()', 'nn.ReLU6()',
    'nn.Mish()', 'nn.Softsign()', 'nn.LogSigmoid()', 'nn.MSELoss()', 'nn.CrossEntropyLoss()', 'nn.NLLLoss()',
    'nn.GroupNorm(2,4)', 'nn.Sequential()', 'nn.ModuleList()', 'nn.Sequential(nn.Linear(1,2))[0]',
    'nn.Sequential(nn.Linear(1,2),nn.ReLU())[0:1]', 'len(n.b)', 'nn.Parameter(torch.ones(2))',
    'type(nn.Parameter(torch.ones(2)))', 'isinstance(n.w,torch.Tensor)', 'isinstance(n.w,nn.Parameter)',
    'nn.Module()', 'nn.Module()(1)', 'n.a.weight.shape', 'n.a.in_features', 'n.a.extra_repr()',
    'n.a._get_name()', 'n.load_state_dict(n.state_dict())', 'list(n.state_dict().keys())', 'n.zero_grad()', 'n.train(False) is n',
    'sum(p.numel() for p in n.parameters())', 'n.a is n.a', 'n.m', 'list(n.named_buffers())',
    'F.softmax(x,dim=0)', 'F.relu(x,inplace=True)', 'nn.Linear(2,3)(torch.ones(2,2,dtype=torch.float64))',
    'nn.Linear(2,3)(1)', 'F.dropout(x,p=0.5,training=False) is x', 'torch.is_grad_enabled()',
    'torch.initial_seed()', "torch.device('cpu')", 'x.device', 'str(x.device)', 'torch.cuda.is_available()',
    'torch.pi', 'torch.inf', 'torch.nan', 'torch.e', 'x.is_leaf', 'torch.set_default_dtype(torch.float32)',
    'torch.numel(x)', 'torch.sum(1)', 'torch.zeros(2,3,dtype=float)', 'torch.ones(2.5)', 'torch.empty(0)',
    'torch.cat((x,1))', 'torch.stack(x)', 'x.max(dim=0).values', 'x.max(dim=0)[1]', 'nn.init.zeros_(n.w)',
    'F.one_hot(torch.tensor([0,2]))', 'F.one_hot(torch.tensor([0,2]),num_classes=4)', 'F.mse_loss(x,x)',
    'nn.Embedding(3,2)(torch.tensor(1.5))', 'nn.functional.normalize(x)', 'F.pad(x,(1,1),value=3.)',
    'F.cosine_similarity(x,x)', 'F.layer_norm(x,3)', 'F.layer_norm(x,[3])',
    'nn.Linear(2,3).to(torch.float64).weight.dtype', 'nn.Linear(2,3).double().weight.dtype',
    'list(nn.Linear(1,1).children())', 'n.a.weight.grad', 'torch.Tensor', 'nn.Linear', 'nn.ReLU',
]

GROUPS = {"gradients": (GRADIENTS_BEFORE, GRADIENTS), "errors": (ERRORS_BEFORE, ERRORS),
          "mixed": (MIXED_BEFORE, MIXED), "modules": (MODULES_BEFORE, MODULES)}
