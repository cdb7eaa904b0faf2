# A one-dimensional and a two-dimensional convolution out of slices and sums.
import torch

signal = torch.tensor([0.0, 1.0, 3.0, 2.0, 5.0, 4.0, 1.0, 0.0])


def slide(x, kernel, stride=1, padding=0):
    if padding:
        zeros = torch.zeros(padding)
        x = torch.cat([zeros, x, zeros])
    size = len(kernel)
    return torch.stack([(x[i:i + size] * kernel).sum() for i in range(0, len(x) - size + 1, stride)])


kernels = {
    "mean": torch.ones(3) / 3,
    "difference": torch.tensor([-1.0, 0.0, 1.0]),
    "smooth": torch.tensor([0.25, 0.5, 0.25]),
}
for name, kernel in kernels.items():
    print(name, slide(signal, kernel), slide(signal, kernel, stride=2), slide(signal, kernel, padding=1).shape)

image = torch.zeros(6, 6)
image[1:5, 1:5] = 1
image[2:4, 2:4] = 2
print(image)


def slide2(x, kernel):
    kh, kw = kernel.shape
    out = torch.zeros(x.shape[0] - kh + 1, x.shape[1] - kw + 1)
    for di in range(kh):
        for dj in range(kw):
            out += kernel[di, dj] * x[di:di + out.shape[0], dj:dj + out.shape[1]]
    return out


edge = torch.tensor([[-1.0, -1.0], [1.0, 1.0]])
print(slide2(image, edge))
print(slide2(image, edge.T))
print(slide2(image, torch.ones(3, 3) / 9))


def pool(x, size, reduce):
    rows, cols = x.shape[0] // size, x.shape[1] // size
    blocks = x[:rows * size, :cols * size].reshape(rows, size, cols, size).transpose(1, 2)
    return reduce(blocks.reshape(rows, cols, -1))


print(pool(image, 2, lambda b: b.max(-1).values))
print(pool(image, 3, lambda b: b.mean(-1)))
print(pool(image, 2, lambda b: b.sum(dim=-1)))


def draw(x, shades=" .:#"):
    low, high = x.min().item(), x.max().item()
    for row in x.tolist():
        print("".join(shades[min(3, int((v - low) / (high - low) * 4))] for v in row))


draw(image)
draw(slide2(image, torch.ones(2, 2)))
features = torch.stack([slide2(image, edge), slide2(image, edge.T)])
print(features.shape, features.mean(dim=(1, 2)), features.var(dim=(1, 2), unbiased=False))
normalized = (features - features.mean((1, 2), keepdim=True)) / features.std((1, 2), keepdim=True)
print(normalized[0], torch.relu(features).sum(dim=(1, 2)))
print((features[0] == features[1].T).all())
