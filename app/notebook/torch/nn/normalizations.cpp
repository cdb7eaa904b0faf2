// SPDX-License-Identifier: MIT
// Normalizations and softmax: what torch itself has of torch.nn.functional.
#include <array>

#include "app/notebook/arrays/layers/norms.hpp"
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
  return call.give(kNormalize(call, nullptr));
}
template <Normalize kNormalize>
Ref with_statistics(Call& call) {
  arrays::GroupStatistics statistics;
  Array y = call.take(kNormalize(call, &statistics));
  return call.give_tuple(std::vector<Array>{std::move(y), statistics.mean, statistics.rstd});
}

Expected<Array> layer_norm(const Call& call, arrays::GroupStatistics* statistics) {
  return arrays::layer_norm(call.context(), call.array(0), call.sizes("normalized_shape"),
                            affine_of(call), call.real("eps", 1e-5), statistics);
}
Expected<Array> group_norm(const Call& call, arrays::GroupStatistics* statistics) {
  const char* const groups = statistics == nullptr ? "num_groups" : "group";
  return arrays::group_norm(call.context(), call.array(0), call.integer(groups), affine_of(call),
                            call.real("eps", 1e-5), statistics);
}
Expected<Array> batch_norm(const Call& call, arrays::GroupStatistics* statistics) {
  return arrays::batch_norm(call.context(), call.array(0), affine_of(call),
                            {call.optional_array("running_mean"),
                             call.optional_array("running_var"), call.real("momentum")},
                            call.flag("training", false), call.real("eps"), statistics);
}

constexpr std::array kNormalizationRows{
    Row{"softmax", direct<arrays::softmax>},
    Row{"log_softmax", direct<arrays::log_softmax>},
    Row{"layer_norm", normalized<layer_norm>},
    Row{"group_norm", normalized<group_norm>},
    Row{"batch_norm _batch_norm", normalized<batch_norm>},
    Row{"native_layer_norm", with_statistics<layer_norm>},
    Row{"native_group_norm", with_statistics<group_norm>},
    Row{"native_batch_norm", with_statistics<batch_norm>},
};

}  // namespace

std::span<const Row> normalization_rows() {
  return kNormalizationRows;
}

}  // namespace normscope::notebook::torch
