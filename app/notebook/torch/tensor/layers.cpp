// SPDX-License-Identifier: MIT
// Products of matrices, normalizations, softmax and activations: what torch itself has of
// torch.nn.functional.
#include <array>
#include <string>

#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

arrays::Affine affine_of(const Call& call) {
  return {call.optional_array("weight"), call.optional_array("bias")};
}

// The output; of the native functions with the statistics that it was made with.
using Normalize = Expected<Array> (*)(const Call& call, arrays::GroupStatistics* statistics);
template <Normalize kNormalize>
Ref normalized(Call& call) {
  if (!call.function().starts_with("native_")) return call.give(kNormalize(call, nullptr));
  arrays::GroupStatistics statistics;
  const Array y = call.take(kNormalize(call, &statistics));
  return call.give(std::vector<Array>{y, statistics.mean, statistics.rstd});
}

Expected<Array> layer_norm(const Call& call, arrays::GroupStatistics* statistics) {
  return arrays::layer_norm(call.context(), call.array(0), call.sizes("normalized_shape"),
                            affine_of(call), call.real("eps"), statistics);
}
Expected<Array> group_norm(const Call& call, arrays::GroupStatistics* statistics) {
  const char* const groups = statistics == nullptr ? "num_groups" : "group";
  return arrays::group_norm(call.context(), call.array(0), call.integer(groups), affine_of(call),
                            call.real("eps"), statistics);
}
Expected<Array> batch_norm(const Call& call, arrays::GroupStatistics* statistics) {
  return arrays::batch_norm(call.context(), call.array(0), affine_of(call),
                            {call.optional_array("running_mean"),
                             call.optional_array("running_var"), call.real("momentum")},
                            call.flag("training"), call.real("eps"), statistics);
}

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

}  // namespace

std::span<const Row> layer_rows() {
  static constexpr std::array kRows{
      Row{"matmul", direct<arrays::matmul>},
      Row{"mm", direct<arrays::mm>},
      Row{"bmm", direct<arrays::bmm>},
      Row{"mv", direct<arrays::mv>},
      Row{"dot vdot", direct<arrays::dot>},
      Row{"addmm", direct<arrays::addmm>},
      Row{"baddbmm", direct<arrays::baddbmm>},
      Row{"linear", direct<arrays::linear>},
      Row{"softmax", direct<arrays::softmax>},
      Row{"log_softmax", direct<arrays::log_softmax>},
      Row{"layer_norm native_layer_norm", normalized<layer_norm>},
      Row{"group_norm native_group_norm", normalized<group_norm>},
      Row{"batch_norm native_batch_norm", normalized<batch_norm>},
      Row{"gelu", gelu},
      Row{"silu mish selu", plain_activation},
      Row{"leaky_relu", direct<arrays::leaky_relu>},
      Row{"elu", direct<arrays::elu>},
      Row{"softplus", direct<arrays::softplus>},
      Row{"_loss_sum", direct<arrays::loss_sum>},
      Row{"_gelu_slope", direct<arrays::gelu_slope>},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
