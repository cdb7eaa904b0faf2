// SPDX-License-Identifier: MIT
// torch._C._nn: activations, the linear layer and losses that are C++ in PyTorch as well. A name
// that ends in "_" changes its input.
#include <array>
#include <string>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/joining.hpp"
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
  const Array& x = call.array(0);
  std::string_view name = call.function();
  if (name.ends_with('_')) name.remove_suffix(1);
  if (name == "log_sigmoid") name = "logsigmoid";
  if (name == "relu6" && !arrays::is_floating(x.dtype)) {
    return given(call, arrays::clamp(call.context(), x, Operand(Scalar(INT64_C(0))),
                                     Operand(Scalar(INT64_C(6)))));
  }
  return given(call, arrays::activation(call.context(), name, x));
}

// _activation(name, input): what PyTorch writes as divisions or differences makes whole numbers
// floating.
Ref activation(Call& call) {
  const std::string name = call.text("name", "");
  Array x = call.array("input");
  const bool widens = (name == "softsign" || name == "tanhshrink") && x.dtype != Dtype::kBool;
  if (widens && !arrays::is_floating(x.dtype)) {
    x = call.take(arrays::converted(call.context(), x, call.context().default_dtype));
  }
  return call.give(arrays::activation(call.context(), name, x));
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

Ref pad(Call& call) {
  if (call.text("mode", "constant") != "constant") {
    call.not_supported("pad(mode='" + call.text("mode", "") + "'); use 'constant'");
  }
  return call.give(arrays::pad_constant(call.context(), call.array(0), call.sizes("pad"),
                                        call.given("value") ? call.number("value") : Scalar(0.0)));
}

// By PyTorch's number, or by the word.
arrays::LossReduction reduction_of(const Call& call) {
  if (call.given("reduction") && PyUnicode_Check(call.value("reduction"))) {
    const std::string word = call.text("reduction", "");
    return word == "none"  ? arrays::LossReduction::kNone
           : word == "sum" ? arrays::LossReduction::kSum
                           : arrays::LossReduction::kMean;
  }
  const std::int64_t code = call.integer("reduction", 1);
  if (code == 0) return arrays::LossReduction::kNone;
  return code == 2 ? arrays::LossReduction::kSum : arrays::LossReduction::kMean;
}

Ref mse_loss(Call& call) {
  arrays::Promotion promotion(call.context().default_dtype);
  for (const int at : {0, 1}) promotion.add(call.array(at).dtype, call.array(at).rank() > 0);
  const auto promoted = [&](int at) {
    return call.take(arrays::to(call.context(), call.array(at), promotion.result()));
  };
  return call.give(arrays::mse_loss(call.context(), promoted(0), promoted(1), reduction_of(call)));
}

// _nll_loss(input, target, reduction, weight, ignore_index): of at most two dimensions.
Ref nll_loss(Call& call) {
  return call.give(
      arrays::nll_loss(call.context(), call.array(0), call.array("target"), reduction_of(call),
                       {call.optional_array("weight"), call.integer("ignore_index", -100)}));
}

constexpr std::array kNnRows{
    Row{"linear", direct<arrays::linear>},
    Row{"one_hot", direct<arrays::one_hot>},
    Row{"gelu", gelu},
    Row{"silu silu_ mish mish_ hardsigmoid hardsigmoid_ hardswish hardswish_ relu6 relu6_ "
        "log_sigmoid",
        plain_activation},
    Row{"leaky_relu leaky_relu_", leaky_relu},
    Row{"elu elu_", elu},
    Row{"softplus", softplus},
    Row{"pad", pad},
    Row{"mse_loss", mse_loss},
    Row{"_nll_loss", nll_loss},
    Row{"_activation", activation},
};

}  // namespace

std::span<const Row> nn_rows() {
  return kNnRows;
}

}  // namespace normscope::notebook::torch
