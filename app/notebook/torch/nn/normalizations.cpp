// SPDX-License-Identifier: MIT
// Normalizations, softmax, dropout and embedding: what torch itself has of torch.nn.functional.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/torch/arguments/out_argument.hpp"
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

// The input itself where nothing is dropped.
Ref dropped(const Call& call, bool in_place) {
  const double p = call.real("p");
  if (!(p >= 0.0 && p <= 1.0)) {
    call.fail_runtime(
        fmt::format("dropout probability has to be between 0 and 1, but got {:g}", p));
  }
  if (!call.flag("train", true) || p == 0.0) return call.shared(0);
  const Dtype dtype = call.array(0).dtype;
  if (p < 1.0 && !arrays::is_floating(dtype)) {
    call.fail_runtime(fmt::format("result type Float can't be cast to the desired output type {}",
                                  arrays::word_of(dtype)));
  }
  const Array result = call.take(arrays::dropout(call.context(), call.array(0), p));
  if (!in_place) return make_tensor(call.torch, result);
  put_back(call.torch, call.tensor(0), result);
  return call.shared(0);
}
Ref dropout(Call& call) {
  return dropped(call, false);
}
Ref dropout_in_place(Call& call) {
  return dropped(call, true);
}

Ref selu(Call& call) {
  return call.give(arrays::activation(call.context(), "selu", call.array(0)));
}

constexpr std::array kNormalizationRows{
    Row{"softmax", direct<arrays::softmax>},
    Row{"log_softmax", direct<arrays::log_softmax>},
    Row{"layer_norm", layer_norm},
    Row{"group_norm", group_norm},
    Row{"batch_norm _batch_norm", batch_norm},
    Row{"dropout", dropout},
    Row{"dropout_", dropout_in_place},
    Row{"embedding", direct<arrays::embedding>},
    Row{"selu", selu},
};

}  // namespace

std::span<const Row> normalization_rows() {
  return kNormalizationRows;
}

}  // namespace normscope::notebook::torch
