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

constexpr std::array kNormalizationRows{
    Row{"softmax", direct<arrays::softmax>},
    Row{"log_softmax", direct<arrays::log_softmax>},
    Row{"layer_norm", layer_norm},
    Row{"group_norm", group_norm},
    Row{"batch_norm _batch_norm", batch_norm},
    Row{"embedding", direct<arrays::embedding>},
};

}  // namespace

std::span<const Row> normalization_rows() {
  return kNormalizationRows;
}

}  // namespace normscope::notebook::torch
