x = "text"
print(f"{x:>8}")
print(f"{x:.2f}")
