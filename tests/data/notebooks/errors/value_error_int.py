texts = ["12", "7", "3.5"]
total = 0
for t in texts:
    total += int(t)
    print(total)
