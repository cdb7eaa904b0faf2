import torch
import torch.nn as nn


def patchify(img, p):
    c, h, w = img.shape
    assert h % p == 0 and w % p == 0, f"{h}x{w} is not divisible by {p}"
    x = img.reshape(c, h // p, p, w // p, p)
    return x.permute(1, 3, 0, 2, 4).reshape(-1, c * p * p)


img = torch.arange(2 * 4 * 4, dtype=torch.float32).view(2, 4, 4)
patches = patchify(img, 2)
print(patches.shape, patches, sep="\n")
unf = torch.nn.functional.unfold(img[None], 2, stride=2).transpose(1, 2)[0]
print(torch.equal(unf, patches))
torch.manual_seed(0)
embed = nn.Linear(8, 6)
cls = nn.Parameter(torch.zeros(1, 6))
pos = nn.Parameter(torch.randn(5, 6) * 0.02)
tokens = torch.cat([cls, embed(patches)]) + pos
print(tokens.shape, tokens.mean().item(), tokens.requires_grad)
enc = nn.TransformerEncoderLayer(6, 2, dim_feedforward=12, dropout=0.0, batch_first=True, norm_first=True)
enc.eval()
with torch.no_grad():
    print(enc(tokens[None]))
try:
    patchify(img, 3)
except AssertionError as e:
    print("AssertionError:", e)
