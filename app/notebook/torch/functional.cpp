// SPDX-License-Identifier: MIT
// torch.nn.functional, and the activations that torch itself has.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/joining.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/arrays/print.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/functional.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::BinaryOp;
using arrays::Expected;
using arrays::UnaryOp;

// Which dimension softmax takes where a notebook names none.
std::int64_t implicit_dim(const Array& x) {
  return x.rank() == 0 || x.rank() == 1 || x.rank() == 3 ? 0 : 1;
}

Value softmax(Call& call) {
  const Array& x = call.array(0);
  const std::int64_t dim = call.given(1) ? call.integer(1) : implicit_dim(x);
  return call.give(arrays::softmax(call.context(), x, dim, call.dtype(3)));
}

Value log_softmax(Call& call) {
  const Array& x = call.array(0);
  const std::int64_t dim = call.given(1) ? call.integer(1) : implicit_dim(x);
  return call.give(arrays::log_softmax(call.context(), x, dim, call.dtype(3)));
}

Value layer_norm(Call& call) {
  if (call.value(1).is_int()) call.fail_type(1, "tuple of ints");
  return call.give(arrays::layer_norm(call.context(), call.array(0), call.sizes(1),
                                      {call.optional_array(2), call.optional_array(3)},
                                      call.real(4, 1e-5)));
}

Value group_norm(Call& call) {
  return call.give(arrays::group_norm(call.context(), call.array(0), call.integer(1),
                                      {call.optional_array(2), call.optional_array(3)},
                                      call.real(4, 1e-5)));
}

// The one of torch.nn.functional asks first whether there is anything to normalize.
Value checked_group_norm(Call& call) {
  const Array& x = call.array(0);
  if (x.rank() < 2) {
    call.fail(call.vm.errors().index_error,
              x.rank() == 0 ? "Dimension specified as 0 but tensor has no dimensions"
                            : "Dimension out of range (expected to be in range of [-1, 0], but got "
                              "1)");
  }
  const std::int64_t groups = call.integer(1);
  if (groups != 0) {
    Shape seen{x.shape[0] * x.shape[1] / groups, groups};
    seen.insert(seen.end(), x.shape.begin() + 2, x.shape.end());
    if (tensor::product(seen) == groups) {
      call.fail(call.vm.errors().value_error,
                fmt::format("Expected more than 1 value per channel when training, got input size "
                            "[{}]",
                            fmt::join(seen, ", ")));
    }
  }
  return group_norm(call);
}

// What instance_norm is made of: a single value a channel is none of its business.
Value plain_batch_norm(Call& call) {
  return call.give(arrays::batch_norm(
      call.context(), call.array(0), {call.optional_array(3), call.optional_array(4)},
      {call.optional_array(1), call.optional_array(2), call.real(6, 0.1)}, call.flag(5, false),
      call.real(7, 1e-5)));
}

Value batch_norm(Call& call) {
  const Array& x = call.array(0);
  const bool training = call.flag(5, false);
  if (training && x.rank() >= 2 && x.size() == x.shape[1]) {
    call.fail(call.vm.errors().value_error,
              "Expected more than 1 value per channel when training, got input size " +
                  arrays::size_text(x.shape));
  }
  return plain_batch_norm(call);
}

Value linear(Call& call) {
  const auto bias = call.optional_array(2);
  return call.give(
      arrays::linear(call.context(), call.array(0), call.array(1), bias ? &*bias : nullptr));
}

Value embedding(Call& call) {
  if (call.given(2)) {
    const std::int64_t rows = call.array(1).rank() > 0 ? call.array(1).shape[0] : 0;
    if (call.integer(2) >= rows || call.integer(2) < -rows) {
      call.fail(call.vm.errors().assertion_error, "Padding_idx must be within num_embeddings");
    }
  }
  return call.give(arrays::embedding(call.context(), call.array(1), call.array(0)));
}

Value one_hot(Call& call) {
  return call.give(arrays::one_hot(call.context(), call.array(0), call.integer(1, -1)));
}

Value gelu(Call& call) {
  return gelu_of(call, call.array(0), call.text(1, "none"));
}

Value relu(Call& call) {
  return relu_of(call, call.flag(1, false));
}

arrays::LossReduction reduction_of(const Call& call, std::size_t at) {
  const std::string name = call.text(at, "mean");
  if (name == "none") return arrays::LossReduction::kNone;
  if (name == "sum") return arrays::LossReduction::kSum;
  if (name == "mean") return arrays::LossReduction::kMean;
  call.fail(call.vm.errors().value_error, name + " is not a valid value for reduction");
}

Value mse_loss(Call& call) {
  arrays::Promotion promotion(call.context().default_dtype);
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}}) {
    promotion.add(call.array(at).dtype, call.array(at).rank() > 0);
  }
  const Dtype dtype = promotion.result();
  const auto promoted = [&](std::size_t at) {
    return call.take(arrays::to(call.context(), call.array(at), dtype));
  };
  return call.give(
      arrays::mse_loss(call.context(), promoted(0), promoted(1), reduction_of(call, 4)));
}

Value nll_loss(Call& call) {
  return call.give(arrays::nll_loss(call.context(), call.array(0), call.array(1),
                                    reduction_of(call, 2),
                                    {call.optional_array(3), call.integer(4, -100)}));
}

Value l1_loss(Call& call) {
  Context& context = call.context();
  const Array difference =
      call.take(arrays::binary(context, BinaryOp::kSub, call.array(0), call.array(1)));
  const Array sizes = call.take(arrays::unary(context, UnaryOp::kAbs, difference));
  const auto reduction = reduction_of(call, 4);
  if (reduction == arrays::LossReduction::kNone) return call.give(sizes);
  return call.give(reduction == arrays::LossReduction::kMean ? arrays::mean(context, sizes, {})
                                                             : arrays::sum(context, sizes, {}));
}

// x / max(norm(x), eps)
Value normalize(Call& call) {
  Context& context = call.context();
  const Array norm = call.take(
      arrays::norm(context, call.array(0), {Sizes{call.integer(2, 1)}, true}, call.real(1, 2.0)));
  const Array bounded =
      call.take(arrays::clamp(context, norm, Operand(Scalar(call.real(3, 1e-12))), {}));
  return call.give(arrays::binary(context, BinaryOp::kDiv, call.array(0), bounded));
}

Value pad(Call& call) {
  if (call.text(2, "constant") != "constant") {
    call.fail({arrays::ErrorKind::kNotSupported,
               "not supported: pad(mode='" + call.text(2, "") + "'); use 'constant'"});
  }
  return call.give(arrays::pad_constant(call.context(), call.array(0), call.sizes(1),
                                        call.given(3) ? call.number(3) : Scalar(0.0)));
}

Value cosine_similarity(Call& call) {
  Context& context = call.context();
  const Over over{Sizes{call.integer(2, 1)}, true};
  const double epsilon = call.real(3, 1e-8);
  const auto unit = [&](const Array& x) {
    const Array squares = call.take(arrays::unary(context, arrays::UnaryOp::kSquare, x));
    const Array total = call.take(arrays::sum(context, squares, over));
    const Operand least = Scalar(epsilon * epsilon);
    const Array bounded = call.take(arrays::clamp(context, total, least, {}));
    const Array norm = call.take(arrays::unary(context, arrays::UnaryOp::kSqrt, bounded));
    return call.take(arrays::binary(context, BinaryOp::kDiv, x, norm));
  };
  const Array product =
      call.take(arrays::binary(context, BinaryOp::kMul, unit(call.array(0)), unit(call.array(1))));
  return call.give(arrays::sum(context, product, {over.dims, false}));
}

Value dropout(Call& call) {
  return dropout_of(call, call.real(1, 0.5), call.flag(2, true));
}

// The dropout that torch itself has wants all of its arguments.
Value plain_dropout(Call& call) {
  return dropout_of(call, call.real(1), call.flag(2, true));
}

Value leaky_relu(Call& call) {
  return call.give(arrays::leaky_relu(call.context(), call.array(0), call.real(1, 0.01)));
}
Value elu(Call& call) {
  return call.give(arrays::elu(call.context(), call.array(0), call.real(1, 1.0)));
}
Value softplus(Call& call) {
  return call.give(
      arrays::softplus(call.context(), call.array(0), call.real(1, 1.0), call.real(2, 20.0)));
}

constexpr std::array kFunctional{
    Function{"softmax", "input, dim=None, _stacklevel=3, dtype=None", softmax},
    Function{"log_softmax", "input, dim=None, _stacklevel=3, dtype=None", log_softmax},
    Function{"layer_norm", "input, normalized_shape, weight=None, bias=None, eps=1e-05",
             layer_norm},
    Function{"group_norm", "input, num_groups, weight=None, bias=None, eps=1e-05",
             checked_group_norm},
    Function{"batch_norm",
             "input, running_mean, running_var, weight=None, bias=None, training=False, "
             "momentum=0.1, eps=1e-05",
             batch_norm},
    Function{"linear", "input, weight, bias=None", linear},
    Function{"embedding",
             "input, weight, padding_idx=None, max_norm=None, norm_type=2.0, "
             "scale_grad_by_freq=False, sparse=False",
             embedding},
    Function{"one_hot", "tensor, num_classes=-1", one_hot},
    Function{"gelu", "input, approximate='none'", gelu},
    Function{"relu", "input, inplace=False", relu},
    Function{"leaky_relu", "input, negative_slope=0.01, inplace=False", leaky_relu},
    Function{"elu", "input, alpha=1.0, inplace=False", elu},
    Function{"softplus", "input, beta=1, threshold=20", softplus},
    Function{"dropout", "input, p=0.5, training=True, inplace=False", dropout},
    Function{"mse_loss", "input, target, size_average=None, reduce=None, reduction='mean'",
             mse_loss},
    Function{"l1_loss", "input, target, size_average=None, reduce=None, reduction='mean'", l1_loss},
    Function{"nll_loss", "input, target, reduction='mean', weight=None, ignore_index=-100",
             nll_loss},
    Function{"normalize", "input, p=2.0, dim=1, eps=1e-12", normalize},
    Function{"pad", "input, pad, mode='constant', value=None", pad},
    Function{"cosine_similarity", "x1, x2, dim=1, eps=1e-08", cosine_similarity},
};

// The input of an activation; those that PyTorch writes as divisions or differences make whole
// numbers floating.
Array activated(const Call& call, std::string_view name) {
  const Array& x = call.array(0);
  const bool widens = (name == "softsign" || name == "tanhshrink") && x.dtype != Dtype::kBool;
  if (!widens || arrays::is_floating(x.dtype)) return x;
  return call.take(arrays::converted(call.context(), x, call.context().default_dtype));
}

constexpr std::array<std::string_view, 10> kActivations{
    "silu",     "mish",        "softsign",  "logsigmoid", "relu6",
    "hardtanh", "hardsigmoid", "hardswish", "selu",       "tanhshrink"};

}  // namespace

Value gelu_of(const Call& call, const Array& x, const std::string& approximate) {
  if (approximate == "tanh") return call.give(arrays::gelu_tanh(call.context(), x));
  if (approximate != "none") {
    call.fail(call.vm.errors().runtime_error, "approximate argument must be either none or tanh.");
  }
  return call.give(arrays::activation(call.context(), "gelu", x));
}

Value relu_of(const Call& call, bool in_place) {
  if (in_place) {
    return call.give_self(
        arrays::unary_in_place(call.context(), UnaryOp::kRelu, call.tensor(0).array));
  }
  return call.give(arrays::unary(call.context(), UnaryOp::kRelu, call.array(0)));
}

Value dropout_of(const Call& call, double p, bool training) {
  if (!(p >= 0.0 && p <= 1.0)) {
    call.fail(call.vm.errors().value_error,
              "dropout probability has to be between 0 and 1, but got " + runtime::float_repr(p));
  }
  if (!training || p == 0.0) return call.value(0);
  const Dtype dtype = call.array(0).dtype;
  if (p < 1.0 && !arrays::is_floating(dtype)) {
    call.fail(call.vm.errors().runtime_error,
              fmt::format("result type Float can't be cast to the desired output type {}",
                          arrays::word_of(dtype)));
  }
  return call.give(arrays::dropout(call.context(), call.array(0), p));
}

void add_functional(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto add = [&](std::string_view name, const runtime::NativeCall& call) {
    runtime::set_name(vm, module, name, runtime::make_function(vm, name, call));
  };
  for (const Function& row : kFunctional) {
    add(row.names, native(torch, row.names, row.parameters, row.handler));
  }
  for (const std::string_view name : kActivations) {
    add(name,
        native(torch, name, "input, inplace=False", std::function<Value(Call&)>([name](Call& call) {
                 const Array& x = call.array(0);
                 if (name == "relu6" && !arrays::is_floating(x.dtype)) {
                   return call.give(arrays::clamp(call.context(), x, Operand(Scalar(INT64_C(0))),
                                                  Operand(Scalar(INT64_C(6)))));
                 }
                 return call.give(arrays::activation(call.context(), name, activated(call, name)));
               })));
  }
  for (const auto& [name, op] :
       {std::pair("tanh", UnaryOp::kTanh), std::pair("sigmoid", UnaryOp::kSigmoid)}) {
    add(name, native(torch, name, "input", std::function<Value(Call&)>([op = op](Call& call) {
                       return call.give(arrays::unary(call.context(), op, call.array(0)));
                     })));
  }
}

void add_torch_activations(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto add = [&](std::string_view name, std::string_view parameters, Handler handler) {
    runtime::set_name(vm, module, name,
                      runtime::make_function(vm, name, native(torch, name, parameters, handler)));
  };
  add("dropout", "input, p, train", plain_dropout);
  add("_batch_norm", "input, running_mean, running_var, weight, bias, training, momentum, eps",
      plain_batch_norm);
  add("layer_norm", "input, normalized_shape, weight=None, bias=None, eps=1e-05", layer_norm);
  add("group_norm", "input, num_groups, weight=None, bias=None, eps=1e-05", group_norm);
  add("embedding", "weight, indices", [](Call& call) {
    return call.give(arrays::embedding(call.context(), call.array(0), call.array(1)));
  });
  add("selu", "input", [](Call& call) {
    return call.give(arrays::activation(call.context(), "selu", call.array(0)));
  });
  add("cosine_similarity", "x1, x2, dim=1, eps=1e-08", cosine_similarity);
}

}  // namespace normscope::notebook::torch
