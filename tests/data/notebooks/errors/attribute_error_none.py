class Model:
    def fit(self):
        self.mean = 3


m = Model().fit()
print("fitted")
print(m.mean)
