// SPDX-License-Identifier: MIT
// torch._C._nn: activations, the linear layer and what losses need in C++.
#include <array>
#include <string>

#include "app/notebook/arrays/layers/matmul.hpp"
#include "app/notebook/arrays/layers/norms.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

Ref gelu(Call& call) {
  const std::string approximate = call.text("approximate", "none");
  if (approximate == "tanh") return call.give(arrays::gelu_tanh(call.context(), call.array(0)));
  if (approximate != "none") {
    call.fail_runtime("approximate argument must be either none or tanh.");
  }
  return call.give(arrays::activation(call.context(), "gelu", call.array(0)));
}

// Activations without parameters, by the name of the function.
Ref plain_activation(Call& call) {
  return call.give(arrays::activation(call.context(), plain_name(call.function()), call.array(0)));
}

constexpr std::array kNnRows{
    Row{"linear", direct<arrays::linear>},
    Row{"gelu", gelu},
    Row{"silu mish selu", plain_activation},
    Row{"leaky_relu", direct<arrays::leaky_relu>},
    Row{"elu", direct<arrays::elu>},
    Row{"softplus", direct<arrays::softplus>},
    Row{"_loss_sum",
        [](Call& call) { return call.give(arrays::loss_sum(call.context(), call.array(0))); }},
};

}  // namespace

std::span<const Row> nn_rows() {
  return kNnRows;
}

}  // namespace normscope::notebook::torch
