config = {"d_model": 512, "heads": 8}
print(config["heads"])
print(config["n_layers"])
