# SPDX-License-Identifier: MIT
"""What lectures ask of the computer before they begin, and what happens without a GPU."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu")
print("running on", device, repr(device), device.type, device.index)
print(torch.__version__, torch.version.cuda, torch.version.hip, torch.has_cuda, torch.has_mps)
print(torch.cuda.device_count(), torch.cuda.memory_allocated(), torch.cuda.is_initialized())
print(torch.backends.cudnn.is_available(), torch.backends.cudnn.version(), torch.backends.mkldnn.is_available())
print(torch.backends.cuda.is_built(), torch.backends.mps.is_built(), torch.backends.openmp.is_available())
torch.backends.cudnn.deterministic = True
torch.backends.cudnn.benchmark = False
torch.cuda.manual_seed_all(0)
torch.cuda.empty_cache()
for d in (torch.device("cuda:1"), torch.device("cuda", 1), torch.device("cpu:0"), torch.device("cpu")):
    print(d, repr(d), d.type, d.index, d == torch.device("cpu"), d == torch.device("cuda", 1))
x = torch.ones(2, device=device)
print(x.to(device).device, x.to("cpu").is_cuda, x.cpu().get_device())
model = torch.nn.Linear(2, 1).to(device)
print(next(model.parameters()).device, next(model.parameters()).is_cuda)
for attempt in (lambda: x.to("cuda"), lambda: x.cuda(), lambda: model.to("cuda:0"), lambda: torch.zeros(2, device="cuda"),
                lambda: torch.cuda.get_device_name(0), lambda: torch.cuda.get_device_capability(),
                lambda: x.to("mps"), lambda: torch.cuda.current_device(), lambda: torch.cuda.synchronize()):
    try:
        attempt()
    except (AssertionError, RuntimeError) as error:
        print(type(error).__name__, error)
