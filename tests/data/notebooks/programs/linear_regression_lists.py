xs = [1.0, 2.0, 3.0, 4.0, 5.0]
ys = [2.1, 3.9, 6.2, 7.8, 10.1]
n = len(xs)
mx, my = sum(xs) / n, sum(ys) / n
slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)
offset = my - slope * mx
print(slope, offset)
print(f"y = {slope:.3f} x + {offset:.3f}")
w, b, rate = 0.0, 0.0, 0.02
for epoch in range(201):
    gw = sum(2 * (w * x + b - y) * x for x, y in zip(xs, ys)) / n
    gb = sum(2 * (w * x + b - y) for x, y in zip(xs, ys)) / n
    w -= rate * gw
    b -= rate * gb
    if epoch % 50 == 0:
        loss = sum((w * x + b - y) ** 2 for x, y in zip(xs, ys)) / n
        print(f"epoch {epoch:3d} loss {loss:.6f} w {w:.4f} b {b:.4f}")
residuals = [round(y - (slope * x + offset), 4) for x, y in zip(xs, ys)]
print(residuals, abs(sum(residuals)) < 1e-9)
