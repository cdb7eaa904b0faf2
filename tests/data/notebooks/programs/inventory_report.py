inventory = [
    {"name": "weights", "count": 120, "price": 2.5, "tags": ["core", "train"]},
    {"name": "biases", "count": 12, "price": 0.75, "tags": ["core"]},
    {"name": "gammas", "count": 0, "price": 12.0, "tags": []},
    {"name": "betas", "count": 7, "price": 3.333, "tags": ["train", "extra"]},
]


def total(item):
    return item["count"] * item["price"]


header = f"{'name':<10}|{'count':>6}|{'price':>8}|{'total':>10}"
print(header)
print("-" * len(header))
for item in sorted(inventory, key=total, reverse=True):
    print(f"{item['name']:<10}|{item['count']:>6d}|{item['price']:>8.2f}|{total(item):>10,.2f}")
print("-" * len(header))
print(f"{'sum':<10}|{sum(i['count'] for i in inventory):>6}|{'':>8}|{sum(map(total, inventory)):>10.2f}")
by_tag = {}
for item in inventory:
    for tag in item["tags"] or ["untagged"]:
        by_tag.setdefault(tag, []).append(item["name"])
for tag, names in sorted(by_tag.items()):
    print(f"{tag}: {', '.join(names)}")
missing = [i["name"] for i in inventory if not i["count"]]
print("out of stock:", *missing)
cheapest, *_, dearest = sorted(inventory, key=lambda i: i["price"])
print(cheapest["name"], dearest["name"], f"{dearest['price'] / cheapest['price']:.1f}x")
