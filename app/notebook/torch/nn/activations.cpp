// SPDX-License-Identifier: MIT
// torch._C._nn: activations, the linear layer and losses that are C++ in PyTorch as well. A name
// that ends in "_" changes its input.
#include <array>
#include <string>

#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/torch/arguments/out_argument.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// The result, or the input after it has taken the result's values.
Ref given(const Call& call, Expected<Array> result) {
  Array array = call.take(std::move(result));
  if (!call.function().ends_with('_')) return make_tensor(call.torch, std::move(array));
  put_back(call.torch, call.tensor(0), array);
  return call.shared(0);
}

Ref gelu(Call& call) {
  const std::string approximate = call.text("approximate", "none");
  if (approximate == "tanh") return call.give(arrays::gelu_tanh(call.context(), call.array(0)));
  if (approximate != "none") {
    call.fail_runtime("approximate argument must be either none or tanh.");
  }
  return call.give(arrays::activation(call.context(), "gelu", call.array(0)));
}

// Those that are told nothing: of the name of the function.
Ref plain_activation(Call& call) {
  std::string_view name = call.function();
  if (name.ends_with('_')) name.remove_suffix(1);
  return given(call, arrays::activation(call.context(), name, call.array(0)));
}

Ref leaky_relu(Call& call) {
  return given(
      call, arrays::leaky_relu(call.context(), call.array(0), call.real("negative_slope", 0.01)));
}
Ref elu(Call& call) {
  return given(call, arrays::elu(call.context(), call.array(0), call.real("alpha", 1.0)));
}
Ref softplus(Call& call) {
  return given(call, arrays::softplus(call.context(), call.array(0), call.real("beta", 1.0),
                                      call.real("threshold", 20.0)));
}

arrays::LossReduction reduction_of(const Call& call) {
  const std::string word = call.text("reduction", "mean");
  return word == "none"  ? arrays::LossReduction::kNone
         : word == "sum" ? arrays::LossReduction::kSum
                         : arrays::LossReduction::kMean;
}

// _nll_loss(input, target, reduction, weight, ignore_index): of at most two dimensions.
Ref nll_loss(Call& call) {
  return call.give(
      arrays::nll_loss(call.context(), call.array(0), call.array("target"), reduction_of(call),
                       {call.optional_array("weight"), call.integer("ignore_index", -100)}));
}

constexpr std::array kNnRows{
    Row{"linear", direct<arrays::linear>},
    Row{"gelu", gelu},
    Row{"silu silu_ mish mish_", plain_activation},
    Row{"leaky_relu leaky_relu_", leaky_relu},
    Row{"elu elu_", elu},
    Row{"softplus", softplus},
    Row{"_nll_loss", nll_loss},
};

}  // namespace

std::span<const Row> nn_rows() {
  return kNnRows;
}

}  // namespace normscope::notebook::torch
