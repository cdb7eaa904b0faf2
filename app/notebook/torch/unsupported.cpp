// SPDX-License-Identifier: MIT
// Names that torch has and this one does not: a call says so, and what to use instead.
#include <array>

#include <string>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {
namespace {

struct Missing {
  std::string_view module;
  std::string_view name;
  std::string_view instead;
};

constexpr std::string_view kFiles = "there are no files here; print what is to be kept";
constexpr std::string_view kNumpy = "torch.tensor of a list makes tensors, tolist() makes lists";
constexpr std::string_view kGradients = "gradients are not computed; write them out by formulas";

constexpr std::array kMissing{
    Missing{"torch", "save", kFiles},
    Missing{"torch", "load", kFiles},
    Missing{"torch", "from_numpy", kNumpy},
    Missing{"torch", "compile", "functions run as they are"},
    Missing{"torch", "inverse", "there is no linear algebra beyond matmul"},
    Missing{"torch", "det", "there is no linear algebra beyond matmul"},
    Missing{"torch", "svd", "there is no linear algebra beyond matmul"},
    Missing{"torch", "conv1d", "unfold() and matmul convolve as well"},
    Missing{"torch", "conv2d", "unfold() and matmul convolve as well"},
    Missing{"torch", "complex", "keep real and imaginary part as two tensors"},
    Missing{"torch", "autocast", "there is float32 and float64"},
    Missing{"torch.nn", "Conv1d", "unfold() and Linear convolve as well"},
    Missing{"torch.nn", "Conv2d", "unfold() and Linear convolve as well"},
    Missing{"torch.nn", "RNN", "write the cell out with Linear and tanh"},
    Missing{"torch.nn", "LSTM", "write the cell out with Linear, sigmoid and tanh"},
    Missing{"torch.nn", "GRU", "write the cell out with Linear, sigmoid and tanh"},
    Missing{"torch.nn.functional", "conv1d", "unfold() and matmul convolve as well"},
    Missing{"torch.nn.functional", "conv2d", "unfold() and matmul convolve as well"},
    Missing{"torch.autograd", "grad", kGradients},
    Missing{"torch.optim", "SGD", kGradients},
    Missing{"torch.optim", "Adam", kGradients},
    Missing{"torch.optim", "AdamW", kGradients},
    Missing{"torch.optim", "RMSprop", kGradients},
    Missing{"torch.optim", "Adagrad", kGradients},
    Missing{"torch.utils.data", "DataLoader", "split() gives batches, torch.randperm an order"},
    Missing{"torch.utils.data", "random_split", "torch.randperm and indices split as well"},
    Missing{"torch.nn", "Conv3d", "unfold() and Linear convolve as well"},
    Missing{"torch.nn", "ConvTranspose2d", "nn.functional.fold() of a matrix product"},
    Missing{"torch.nn", "RNNCell", "write the cell out with Linear and tanh"},
    Missing{"torch.nn", "LSTMCell", "write the cell out with Linear, sigmoid and tanh"},
    Missing{"torch.nn", "GRUCell", "write the cell out with Linear, sigmoid and tanh"},
    Missing{"torch.nn", "EmbeddingBag", "Embedding, then mean or sum"},
    Missing{"torch.nn", "LazyLinear", "Linear with the number of inputs"},
    Missing{"torch.nn.init", "orthogonal_", "there is no linear algebra beyond matmul"},
    Missing{"torch", "polar", "keep real and imaginary part as two tensors"},
    Missing{"torch", "view_as_complex", "keep real and imaginary part as two tensors"},
    Missing{"torch", "pinverse", "there is no linear algebra beyond matmul"},
    Missing{"torch", "qr", "there is no linear algebra beyond matmul"},
    Missing{"torch", "cholesky", "there is no linear algebra beyond matmul"},
    Missing{"torch", "logdet", "there is no linear algebra beyond matmul"},
    Missing{"torch", "matrix_exp", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "inv", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "det", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "solve", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "svd", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "qr", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "eigh", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "eig", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "cholesky", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "pinv", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "lstsq", "there is no linear algebra beyond matmul"},
    Missing{"torch.linalg", "matrix_rank", "there is no linear algebra beyond matmul"},
    Missing{"Tensor", "half", "there is float() and double()"},
    Missing{"Tensor", "bfloat16", "there is float() and double()"},
    Missing{"Tensor", "storage", "tolist() shows the numbers, stride() how they lie"},
    Missing{"Tensor", "as_strided", "view(), transpose() and slices show the same numbers"},
    Missing{"Tensor", "inverse", "there is no linear algebra beyond matmul"},
    Missing{"Tensor", "det", "there is no linear algebra beyond matmul"},
    Missing{"Tensor", "svd", "there is no linear algebra beyond matmul"},
    Missing{"Tensor", "apply_", "write it out with tensor operations"},
};

}  // namespace

void add_unsupported_methods(TypeObject& tensor) {
  for (const Missing& missing : kMissing) {
    if (missing.module != "Tensor") continue;
    runtime::add_method(tensor, missing.name, [missing](Vm& machine, const Args&) -> Value {
      return machine.raise_not_supported("Tensor." + std::string(missing.name), missing.instead);
    });
  }
  runtime::add_method(tensor, "cuda", [](Vm& machine, const Args&) -> Value {
    return machine.raise(machine.errors().assertion_error, "Torch not compiled with CUDA enabled");
  });
}

void add_unsupported(Vm& vm, const Value& module, std::string_view module_name) {
  for (const Missing& missing : kMissing) {
    if (missing.module != module_name) continue;
    runtime::set_name(
        vm, module, missing.name,
        runtime::make_function(vm, missing.name, [missing](Vm& machine, const Args&) -> Value {
          return machine.raise_not_supported(
              std::string(missing.module) + "." + std::string(missing.name), missing.instead);
        }));
  }
}

}  // namespace normscope::notebook::torch
