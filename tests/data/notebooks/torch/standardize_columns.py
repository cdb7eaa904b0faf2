import torch

data = torch.tensor([[170.0, 65.0, 30.0], [160.0, 55.0, 25.0], [180.0, 80.0, 41.0], [175.0, 72.0, 38.0]])
names = ["height", "weight", "age"]
mean, std = data.mean(0), data.std(0)
print(mean, std)
z = (data - mean) / std
print(z)
print(z.mean(0), z.std(0), z.var(0, unbiased=False))
for name, column in zip(names, z.t()):
    print(f"{name:>7}: min {column.min():+.3f} max {column.max():+.3f} sum {abs(column.sum()) < 1e-5}")
unit = (data - data.min(0).values) / (data.max(0).values - data.min(0).values)
print(unit)
print(z @ z.T / 3, (z.T @ z / 3))
rows = (data - data.mean(1, keepdim=True)) / data.std(1, keepdim=True)
print(rows, rows.mean(1).abs() < 1e-6)
back = z * std + mean
print(torch.allclose(back, data), back)
ranked = data[data[:, 0].argsort()]
print(ranked, ranked[:, 2].tolist(), data[data[:, 2] > 28].mean(0))
