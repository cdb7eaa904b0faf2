# A vision transformer: patches, class token, blocks from Sequential.
import torch
from torch import nn, Tensor
torch.manual_seed(0)
class PatchEmbedding(nn.Module):
    def __init__(self, in_channels: int = 3, patch_size: int = 4, emb_size: int = 8, img_size: int = 8):
        self.patch_size = patch_size
        super().__init__()
        self.projection = nn.Linear(patch_size * patch_size * in_channels, emb_size)
        self.cls_token = nn.Parameter(torch.randn(1, 1, emb_size))
        self.positions = nn.Parameter(torch.randn((img_size // patch_size) ** 2 + 1, emb_size))
    def forward(self, x: Tensor) -> Tensor:
        b, c, h, w = x.shape
        p = self.patch_size
        x = x.unfold(2, p, p).unfold(3, p, p)
        x = x.permute(0, 2, 3, 1, 4, 5).reshape(b, -1, c * p * p)
        x = self.projection(x)
        cls_tokens = self.cls_token.expand(b, -1, -1)
        x = torch.cat([cls_tokens, x], dim=1)
        x += self.positions
        return x
class ResidualAdd(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn
    def forward(self, x, **kwargs):
        res = x
        x = self.fn(x, **kwargs)
        x += res
        return x
class MHA(nn.Module):
    def __init__(self, emb_size=8, num_heads=2, dropout=0.):
        super().__init__()
        self.emb_size, self.num_heads = emb_size, num_heads
        self.qkv = nn.Linear(emb_size, emb_size * 3)
        self.att_drop = nn.Dropout(dropout)
        self.projection = nn.Linear(emb_size, emb_size)
        self.scaling = (emb_size // num_heads) ** -0.5
    def forward(self, x, mask=None):
        b, n, d = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.num_heads, d // self.num_heads).permute(2, 0, 3, 1, 4)
        energy = torch.einsum('bhqd, bhkd -> bhqk', q, k)
        if mask is not None:
            energy.mask_fill(~mask, torch.finfo(torch.float32).min)
        att = torch.softmax(energy * self.scaling, dim=-1)
        att = self.att_drop(att)
        out = torch.einsum('bhal, bhlv -> bhav ', att, v)
        return self.projection(out.transpose(1, 2).flatten(2))
class FeedForwardBlock(nn.Sequential):
    def __init__(self, emb_size: int, expansion: int = 4, drop_p: float = 0.):
        super().__init__(nn.Linear(emb_size, expansion * emb_size), nn.GELU(), nn.Dropout(drop_p), nn.Linear(expansion * emb_size, emb_size))
class Block(nn.Sequential):
    def __init__(self, emb_size: int = 8, drop_p: float = 0., **kwargs):
        super().__init__(ResidualAdd(nn.Sequential(nn.LayerNorm(emb_size), MHA(emb_size, **kwargs), nn.Dropout(drop_p))),
                         ResidualAdd(nn.Sequential(nn.LayerNorm(emb_size), FeedForwardBlock(emb_size), nn.Dropout(drop_p))))
class Encoder(nn.Sequential):
    def __init__(self, depth: int = 2, **kwargs):
        super().__init__(*[Block(**kwargs) for _ in range(depth)])
class Head(nn.Module):
    def __init__(self, emb=8, n=3):
        super().__init__()
        self.norm = nn.LayerNorm(emb); self.fc = nn.Linear(emb, n)
    def forward(self, x):
        return self.fc(self.norm(x.mean(dim=1)))
class ViT(nn.Sequential):
    def __init__(self, depth=2, n_classes=3):
        super().__init__(PatchEmbedding(), Encoder(depth), Head(8, n_classes))
x = torch.rand(2, 3, 8, 8)
pe = PatchEmbedding(); print(pe(x).shape)
m = ViT(); print(m(x)); print(m)
print(sum(p.numel() for p in m.parameters()), m(x).softmax(-1).sum(-1), m(x).argmax(1))
img = torch.arange(16).view(1, 1, 4, 4)
patches = img.reshape(1, 1, 2, 2, 2, 2).permute(0, 2, 4, 1, 3, 5).flatten(1, 2).flatten(2); print(patches)
print(torch.nn.functional.unfold(img.float(), 2, stride=2).transpose(1, 2))
