x = 3
print(f"{x:.2f}")
print(f"value: {y:.2f}")
