// SPDX-License-Identifier: MIT
// Normalizations, softmax and embedding: what torch itself has of torch.nn.functional.
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

Ref layer_norm(Call& call) {
  return call.give(arrays::layer_norm(call.context(), call.array(0), call.sizes("normalized_shape"),
                                      affine_of(call), call.real("eps", 1e-5)));
}
Ref group_norm(Call& call) {
  return call.give(arrays::group_norm(call.context(), call.array(0), call.integer("num_groups"),
                                      affine_of(call), call.real("eps", 1e-5)));
}
Ref batch_norm(Call& call) {
  return call.give(arrays::batch_norm(call.context(), call.array(0), affine_of(call),
                                      {call.optional_array("running_mean"),
                                       call.optional_array("running_var"), call.real("momentum")},
                                      call.flag("training", false), call.real("eps")));
}

// The output, and the statistics that it was made with.
Ref with_statistics(const Call& call, arrays::Expected<Array> result,
                    const arrays::GroupStatistics& statistics) {
  Array y = call.take(std::move(result));
  return call.give_tuple(std::vector<Array>{std::move(y), statistics.mean, statistics.rstd});
}
Ref native_layer_norm(Call& call) {
  arrays::GroupStatistics statistics;
  auto y = arrays::layer_norm(call.context(), call.array(0), call.sizes("normalized_shape"),
                              affine_of(call), call.real("eps"), &statistics);
  return with_statistics(call, std::move(y), statistics);
}
Ref native_group_norm(Call& call) {
  arrays::GroupStatistics statistics;
  auto y = arrays::group_norm(call.context(), call.array(0), call.integer("group"), affine_of(call),
                              call.real("eps"), &statistics);
  return with_statistics(call, std::move(y), statistics);
}
Ref native_batch_norm(Call& call) {
  arrays::GroupStatistics statistics;
  auto y = arrays::batch_norm(call.context(), call.array(0), affine_of(call),
                              {call.optional_array("running_mean"),
                               call.optional_array("running_var"), call.real("momentum")},
                              call.flag("training", false), call.real("eps"), &statistics);
  return with_statistics(call, std::move(y), statistics);
}

constexpr std::array kNormalizationRows{
    Row{"softmax", direct<arrays::softmax>},
    Row{"log_softmax", direct<arrays::log_softmax>},
    Row{"layer_norm", layer_norm},
    Row{"group_norm", group_norm},
    Row{"batch_norm _batch_norm", batch_norm},
    Row{"native_layer_norm", native_layer_norm},
    Row{"native_group_norm", native_group_norm},
    Row{"native_batch_norm", native_batch_norm},
    Row{"embedding", direct<arrays::embedding>},
};

}  // namespace

std::span<const Row> normalization_rows() {
  return kNormalizationRows;
}

}  // namespace normscope::notebook::torch
