# SPDX-License-Identifier: MIT
"""Blocks with tensors: creation, arithmetic, reductions, indexing, views and modules. Matrix
products are of small whole numbers, which every order of addition gives alike."""
from .statements import Statements

SHAPES = [(3,), (5,), (2, 3), (3, 2), (2, 5), (4, 4), (1, 4), (2, 3, 4), (2, 1, 3), (7,), (16,), ()]
UNARY = ["exp", "abs", "sqrt", "tanh", "sigmoid", "relu", "sin", "cos", "square", "floor", "ceil",
         "round", "sign", "neg", "log1p", "trunc", "reciprocal", "rsqrt", "log"]


class Programs(Statements):
    TENSOR_KINDS = ["create", "draw", "arithmetic", "reduce", "index", "store", "view", "join",
                    "promote", "soft", "norm_by_hand", "module", "iterate", "compare", "gradient",
                    "print_options", "wrong", "integers", "describe", "matrix"]

    def tensor_block(self):
        return getattr(self, self.rng.choice(self.TENSOR_KINDS))()

    def shape(self, least=0):
        return self.rng.choice([s for s in SHAPES if len(s) >= least])

    def new(self, shape=None, least=0):
        """Lines that make a float tensor, with its name and its shape."""
        shape = self.shape(least) if shape is None else shape
        name = self.fresh("t")
        count = 1
        for n in shape:
            count *= n
        seed = self.rng.randint(0, 999)
        made = self.pick(
            f"torch.rand({', '.join(map(str, shape)) or '()'})",
            f"torch.randn({', '.join(map(str, shape)) or '()'})",
            f"torch.arange({count}.0).reshape({shape!r})",
            f"(torch.arange({count}) * {self.pick(0.5, 0.1, -0.3, 1.7)} - {self.pick(0, 1, 2.5)}).reshape({shape!r})",
            f"torch.full({shape!r}, {self.pick(1.5, -2.0, 0.1)})",
            f"torch.linspace({self.pick(-1, 0, -3)}, {self.pick(1, 2.5)}, {count}).view({shape!r})",
            f"torch.rand({shape!r}, dtype=torch.float64)")
        lines = [f"torch.manual_seed({seed})"] if "rand" in made else []
        return [*lines, f"{name} = {made}"], name, shape

    def dim(self, shape):
        return self.rng.randint(-len(shape), len(shape) - 1)

    def create(self):
        lines, name, shape = self.new()
        return [*lines, f"print({name}, {name}.shape)",
                f"print({name}.{self.pick('dtype', 'numel()', 'dim()', 'sum()', 'tolist()', 'stride()')})"]

    def draw(self):
        calls = [f"torch.rand({self.rng.randint(1, 20)})",
                 f"torch.randn({self.rng.randint(1, 40)})",
                 f"torch.randint(0, {self.rng.randint(2, 90)}, ({self.rng.randint(1, 6)},))",
                 f"torch.randperm({self.rng.randint(1, 9)})",
                 "torch.randn(2, 3, dtype=torch.float64)", "torch.rand(()).item()",
                 "nn.Linear(2, 2).weight", "torch.empty(3).uniform_(-1, 1)"]
        return [f"torch.manual_seed({self.rng.randint(0, 10 ** 6)})",
                *(f"print({c})" for c in self.rng.sample(calls, 4))]

    def arithmetic(self):
        lines, a, shape = self.new()
        other, b, _ = self.new(self.pick(shape, shape, shape[-1:] if shape else (), ()))
        op = self.pick("+", "-", "*", "/", "**")
        left = f"{a}.abs()" if op == "**" else a
        return [*lines, *other, f"print({left} {op} {b})",
                f"print({self.pick(2, 0.5, -3)} {self.pick('+', '-', '*')} {a}, {a} {self.pick('/', '//', '%', '*')} {self.pick(2, 3.0, 0.7)})",
                f"print(torch.{self.rng.choice(UNARY)}({a}), {b}.{self.rng.choice(UNARY)}())",
                f"print({a}.clamp({self.pick('0', 'max=1', '-0.5, 0.5', 'min=0.25')}), torch.{self.pick('maximum', 'minimum')}({a}, {b}))"]

    def reduce(self):
        lines, a, shape = self.new(least=1)
        d = self.dim(shape)
        keep = self.pick("", ", keepdim=True")
        return [*lines, f"print({a}.sum(), {a}.mean(), {a}.max(), {a}.min(), {a}.argmax())",
                f"print({a}.{self.pick('sum', 'mean', 'prod', 'amax', 'argmin', 'logsumexp')}({d}{keep}))",
                f"print({a}.{self.pick('var', 'std')}({self.pick(f'dim={d}{keep}', 'unbiased=False', f'{d}, unbiased={self.pick(True, False)}{keep}', f'dim={d}, correction={self.pick(0, 1)}')}))",
                f"print({a}.{self.pick('max', 'min', 'sort', 'median')}(dim={d}), {a}.cumsum({d}))",
                f"print(f'{{{a}.mean():.4f}} {{{a}.std(unbiased=False):.3e}}', {a}.{self.pick('norm()', 'var()', 'sum().item()', 'count_nonzero()', 'mean().sqrt()')})"]

    def index(self):
        lines, a, shape = self.new(least=1)
        first = shape[0]
        picks = [f"{a}[0]", f"{a}[-1]", f"{a}[{self.rng.randrange(first)}:]", f"{a}[::2]",
                 f"{a}[..., -1]", f"{a}[None].shape", f"{a}[[0, -1]]",
                 f"{a}[{a} > 0.5]", f"{a}[torch.tensor([{self.rng.randrange(first)}, 0])]",
                 f"{a}[..., None].shape", f"({a} > 0).nonzero()", f"{a}[..., ::2]"]
        if len(shape) > 1:
            picks += [f"{a}[:, 0]", f"{a}[0, -1]", f"{a}[:, 1:]" if shape[1] > 1 else f"{a}[:, :1]",
                      f"{a}[0][-1]", f"{a}[[0, 0], [0, -1]]", f"{a}[:, None].shape",
                      f"{a}.t()" if len(shape) == 2 else f"{a}.transpose(0, 2)"]
        return [*lines, *(f"print({p})" for p in self.rng.sample(picks, 5))]

    def store(self):
        lines, a, shape = self.new(least=1)
        stores = [f"{a}[0] = {self.pick(1, 2.5, -1)}", f"{a}[{a} > 1] = 0",
                  f"{a}[..., -1] = torch.tensor(9.0)", f"{a}[-1] += 1", f"{a} *= 2",
                  f"{a}.{self.pick('add_(1)', 'mul_(0.5)', 'clamp_(-1, 1)', 'neg_()', 'abs_()')}",
                  f"{a}[::2] = {a}[::2] * 10", f"{a}[[0]] = 7"]
        return [*lines, f"kept = {a}.clone()", f"same = {a}", *self.rng.sample(stores, 3),
                f"print({a})", f"print(same is {a}, torch.equal(same, {a}), (kept != {a}).sum())"]

    def view(self):
        lines, a, shape = self.new(self.pick((2, 3), (4, 4), (2, 3, 4), (3, 2)))
        n = len(shape)
        views = [f"{a}.reshape(-1)", f"{a}.view({shape[-1]}, -1)",
                 f"{a}.unsqueeze({self.rng.randint(-n - 1, n)}).shape",
                 f"{a}.transpose(0, {n - 1})",
                 f"{a}.permute({', '.join(map(str, self.rng.sample(range(n), n)))})",
                 f"{a}.flatten({self.pick('', '1')})",
                 f"{a}.expand(2, {', '.join(map(str, shape))}).shape",
                 f"{a}.repeat({', '.join(['1'] * (n - 1) + ['2'])})", f"{a}.flip({n - 1})",
                 f"{a}.transpose(0, 1).stride()", f"{a}.transpose(0, -1).is_contiguous()",
                 f"{a}.chunk(2, dim=-1)", f"{a}.split(1)[0]", f"torch.roll({a}, 1, 0)"]
        return [*lines, *(f"print({v})" for v in self.rng.sample(views, 4)), f"first = {a}[0]",
                f"first[0] = {self.pick(5.0, -7)}", f"print({a}[0], {a}.sum())"]

    def join(self):
        lines, a, shape = self.new(least=1)
        other, b, _ = self.new(shape)
        d = self.dim(shape)
        return [*lines, *other, f"print(torch.cat([{a}, {b}], dim={d}))",
                f"print(torch.stack([{a}, {b}], dim={self.pick(0, -1)}).shape, torch.stack([{a}, {b}]).mean(0))", f"print(torch.where({a} > {b}, {a}, {self.pick(b, '-' + b)}))"]

    def promote(self):
        kinds = {"bool": "torch.tensor([True, False, True])", "int": "torch.tensor([1, -2, 3])",
                 "float": "torch.tensor([0.5, 1.5, -2.5])",
                 "double": "torch.tensor([0.25, 0.5, 4.0], dtype=torch.float64)"}
        x, y = self.rng.choice(list(kinds.values())), self.rng.choice(list(kinds.values())[1:])
        return [f"a, b = {x}, {y}", f"c = a {self.pick('+', '*', '/', '>', '==')} b",
                "print(c, c.dtype)",
                f"print(b {self.pick('+ 1', '* 2.5', '/ 2', '// 2', '+ True', '** 2')}, (b {self.pick('+ 1', '* 1.0', '- 2')}).dtype, a.sum(), a.sum().dtype)",
                f"print(b.{self.pick('float()', 'long()', 'bool()', 'double()', 'to(torch.int64)')}, torch.tensor([{self.expression('int', 0)}, {self.pick('2', '2.5', 'True')}]))"]

    def soft(self):
        lines, a, shape = self.new(least=1)
        d = self.dim(shape)
        return [*lines, f"p = {self.pick(f'torch.softmax({a}, dim={d})', f'F.softmax({a}, {d})', f'{a}.softmax({d})', f'torch.exp({a}) / torch.exp({a}).sum({d}, keepdim=True)')}", "print(p)",
                f"print(p.sum({d}), F.log_softmax({a}, dim={d}))",
                f"print(F.softmax({a} / {self.pick(0.5, 2, 10)}, dim={d}).max(), p.argmax({d}))"]

    def norm_by_hand(self):
        lines, a, shape = self.new(self.pick((2, 5), (4, 4), (2, 3, 4), (3, 7)))
        center, spread = self.pick("{0}.mean(-1, keepdim=True)",
                                   "torch.mean({0}, dim=-1, keepdim=True)"), self.pick("{0}.var(-1, keepdim=True, unbiased=False)", "(({0} - mu) ** 2).mean(-1, keepdim=True)", "{0}.var(dim=-1, keepdim=True)")
        out = self.pick("(x - mu) / torch.sqrt(var + eps)", "(x - mu) / (var.sqrt() + eps)",
                        "(x - mu) * torch.rsqrt(var + eps)", "(x - mu) / (var + eps) ** 0.5")
        return [*lines, f"eps = {self.pick('1e-5', '1e-3', '0.0', '1e-12')}", "", "",
                "def normalize(x):", f"    mu = {center.format('x')}",
                f"    var = {spread.format('x')}", f"    return {out}", "", "",
                f"y = normalize({a})", "print(y)", "print(y.var(-1, unbiased=False), y.std(-1))",
                f"print(F.layer_norm({a}, ({shape[-1]},)))"]

    def module(self):
        width = self.rng.randint(2, 4)
        layers = self.rng.sample(["nn.ReLU()", "nn.Tanh()", "nn.GELU()", f"nn.LayerNorm({width})",
                                  "nn.Softmax(dim=-1)", "nn.Identity()", "nn.Dropout(0.5)",
                                  "nn.Sigmoid()"], self.rng.randint(1, 3))
        return [f"torch.manual_seed({self.rng.randint(0, 999)})",
                f"model = nn.Sequential(nn.Linear({self.pick(2, 3)}, {width}), {', '.join(layers)})", "print(model)", "x = torch.ones(2, model[0].in_features) * 0.5",
                self.pick("print(model(x))", "with torch.no_grad(): print(model(x))",
                          "print(model.eval()(x).detach())"),
                          "print([tuple(p.shape) for p in model.parameters()], sum(p.numel() for p in model.parameters()))"]

    def iterate(self):
        lines, a, shape = self.new(self.pick((3,), (2, 3), (3, 2)))
        return [*lines, f"for i, row in enumerate({a}):",
                f"    print(i, row, f'{{row.sum():{self.pick('.2f', '.4f', '8.3f', '.1e')}}}')",
                f"print(sum({a}), [v.item() for v in {a}.flatten()][:2], len({a}), {a}.tolist()[0])",
                f"a, *rest = {a}", "print(a, len(rest))"]

    def compare(self):
        lines, a, shape = self.new(least=1)
        return [*lines, f"mask = {a} {self.pick('>', '<', '>=', '!=')} {self.pick(0, 0.5, 1)}",
                "print(mask, mask.sum(), mask.any(), mask.all(), ~mask)",
                f"print({a}.masked_fill(mask, {self.pick(0, -1.0, 'float(' + repr('-inf') + ')')}), {a}[mask].numel(), (mask & ({a} < 2)).float().mean())",
                f"if {a}.{self.pick('sum', 'max', 'mean')}() > {self.pick(0, 1, 2)}:",
                f"    print('large', {a}.max().item())", "else:",
                f"    print('small', round({a}.sum().item(), 4))"]

    def gradient(self):
        chosen = self.rng.sample(["w * 2", "w + v", "(w - w.mean()).pow(2)", "w.exp().sum()",
                                  "w[0]", "w.softmax(0)", "w.view(-1, 1)", "torch.sqrt(w.abs())",
                                  "w @ v", "w.var()", "w / 3", "2 - w", "w.detach()", "w > 0",
                                  "F.relu(w)", "torch.cat([w, v])", "w.max()", "-w", "1 / w",
                                  "w.std(unbiased=False)"], 4)
        return ["w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)", "v = torch.ones(3)",
                *(f"print({c})" for c in chosen), "with torch.no_grad():",
                f"    print(w {self.pick('*', '+', '-')} 2, (w * 2).requires_grad)", "print(w)"]

    def print_options(self):
        lines, a, _ = self.new()
        return [*lines, f"torch.set_printoptions({self.pick('precision=2', 'sci_mode=True', 'sci_mode=False', 'precision=6', 'linewidth=40', 'threshold=3, edgeitems=1')})", f"print({a}, {a} * {self.pick(1000, 1e-6, 1e5)})", "torch.set_printoptions(profile='default', sci_mode=None)", f"print({a})"]

    def wrong(self):
        lines, a, shape = self.new(self.pick((2, 3), (4,), (2, 3, 4)))
        bad = self.pick(f"{a} + torch.ones(5)", f"{a}.view(7)", f"{a}[9]", f"{a}.sum(5)",
                        f"{a} @ torch.ones(6, 2)", f"{a}.item()", f"bool({a})", f"{a}.missing",
                        f"torch.cat([{a}, torch.ones(1)])", f"f'{{{a}:.2f}}'", f"{a}.expand(1)",
                        f"torch.tensor([[1, 2], [3]])", f"{a}.transpose(0, 9)",
                        f"torch.stack([{a}, torch.ones(9)])", f"nn.LayerNorm(9)({a})",
                        f"torch.arange(3).mean()")
        return [*lines, "try:", f"    print({bad})", "except Exception as error:",
                "    print(type(error).__name__, str(error).splitlines()[0])"]

    def integers(self):
        return [f"n = torch.tensor({self.expression('ints', 0)})",
                f"print(n, n.sum(), n.max(), n {self.pick('// 3', '% 4', '* n', '- 5', '/ 4')}, n.float().mean(), n {self.pick('> 2', '== 4', '<= 0')}, n.dtype)",
                "print(n.sort().values, n.argmax().item(), n.cumsum(0), n.unique(), n.tolist(), n.flip(0))"]

    def describe(self):
        lines, a, _ = self.new()
        return [*lines, f"print({{'x': {a}.mean()}}, [{a}.shape, {a}.dtype], ({a}.sum(),), {a}.shape == torch.Size([2, 3]), list({a}.shape), {a}.shape[-1:])", f"print(f'{{{a}.sum()}} {{{a}.shape}} {{tuple({a}.size())}}', str({a})[:9], type({a}), isinstance({a}, torch.Tensor))"]

    def matrix(self):
        n, k = self.pick(2, 3), self.pick(2, 4)
        return [f"a = torch.arange({n * k}.0).reshape({n}, {k})",
                f"b = torch.arange({k * n}.0).view({k}, {n}) - {self.rng.randint(0, 4)}",
                f"print(a @ b, (b @ a).shape, torch.matmul(a, b).diagonal(), a {self.pick('* a', '@ a.T', '@ b[:, 0]')})",
                f"print(torch.tril(a @ b), torch.eye({n}) * 2, torch.outer(a[0], b[0]), a.mean(0) @ b)"]
