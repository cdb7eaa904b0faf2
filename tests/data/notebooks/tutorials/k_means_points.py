# Clusters of points: assign, average, repeat.
import torch

torch.manual_seed(90)
centers = torch.tensor([[0.0, 0.0], [4.0, 4.0], [0.0, 5.0]])
points = torch.cat([c + 0.6 * torch.randn(8, 2) for c in centers])
print(points.shape, points.mean(0), points.std(0))


def distances(a, b):
    return ((a[:, None, :] - b[None, :, :]) ** 2).sum(dim=-1).sqrt()


def cluster(points, start, rounds=10):
    means = points[start].clone()
    for number in range(rounds):
        owner = distances(points, means).argmin(dim=1)
        moved = torch.stack([points[owner == c].mean(dim=0) for c in range(len(means))])
        shift = (moved - means).norm(dim=1).max().item()
        print(f"round {number}: sizes {[(owner == c).sum().item() for c in range(len(means))]} shift {shift:.4f}")
        means = moved
        if shift < 1e-6:
            break
    return means, owner


means, owner = cluster(points, [0, 8, 16])
print(means)
print(owner)
spread = torch.stack([distances(points[owner == c], means[c:c + 1]).mean() for c in range(3)])
print("mean distance to the middle:", spread)
means2, owner2 = cluster(points, [0, 1, 2])
print(means2)
inertia = (distances(points, means).min(dim=1).values ** 2).sum()
inertia2 = (distances(points, means2).min(dim=1).values ** 2).sum()
print(f"{inertia:.3f} {inertia2:.3f}")


def picture(points, owner, width=24, height=12):
    low, high = points.min(0).values, points.max(0).values
    scaled = (points - low) / (high - low)
    canvas = [[" "] * width for _ in range(height)]
    for (x, y), c in zip(scaled.tolist(), owner.tolist()):
        canvas[height - 1 - int(y * (height - 1))][int(x * (width - 1))] = "ox+"[c]
    return "\n".join("".join(row).rstrip() for row in canvas)


print(picture(points, owner))
d = distances(points[:4], points[:4])
print(d, torch.equal(d, d.T), d.diagonal())
nearest = distances(points, points) + torch.eye(len(points)) * 100
print(nearest.argmin(dim=1)[:8], nearest.min(dim=1).values.max())
standard = (points - points.mean(0)) / points.std(0)
print(standard.mean(0).abs().max() < 1e-6, standard.std(0))
covariance = standard.T @ standard / (len(points) - 1)
print(covariance)
for new in ([0.5, 0.5], [3.5, 3.0], [1.0, 6.0]):
    gap = distances(torch.tensor([new]), means)[0]
    print(new, "belongs to", gap.argmin().item(), gap)
