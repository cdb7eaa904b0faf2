import torch, torch.nn as nn, torch.nn.functional as F
class LabelSmoothing(nn.Module):
    def __init__(self, size, smoothing=0.0):
        super().__init__()
        self.criterion = nn.KLDivLoss(reduction="sum")
        self.confidence, self.smoothing, self.size = 1.0 - smoothing, smoothing, size
    def forward(self, x, target):
        true = x.data.clone().fill_(self.smoothing / (self.size - 2))
        true.scatter_(1, target.data.unsqueeze(1), self.confidence)
        true[:, 0] = 0
        self.true_dist = true
        return self.criterion(x, true.clone().detach())
crit = LabelSmoothing(5, 0.4)
predict = torch.FloatTensor([[0, 0.2, 0.7, 0.1, 0], [0, 0.2, 0.7, 0.1, 0]])
print(crit(predict.clamp(min=1e-9).log(), torch.LongTensor([2, 1])))
print(crit.true_dist)
