// SPDX-License-Identifier: MIT
// torch.nn.init: parameters filled anew, in place.
#include <fmt/format.h>

#include <cmath>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

// New elements for the first argument, whether or not it requires gradients.
Value refilled(Call& call, arrays::Expected<Array> source) {
  const Array values = call.take(std::move(source));
  Array& array = call.tensor(0).array;
  call.take(arrays::assign(call.context(), array, values));
  array.storage->changed();
  return call.value(0);
}

Value constant(Call& call, double value) {
  const Array& x = call.array(0);
  return refilled(call, arrays::full(call.context(), x.shape, value, x.dtype));
}

Value uniform_in(Call& call, double bound) {
  const Array& x = call.array(0);
  return refilled(call, arrays::uniform(call.context(), x.shape, -bound, bound, x.dtype));
}

Value normal_of(Call& call, double mean, double deviation) {
  const Array& x = call.array(0);
  return refilled(call, arrays::normal(call.context(), x.shape, mean, deviation, x.dtype));
}

struct Fans {
  double in;
  double out;
};

Fans fans_of(const Call& call) {
  const Shape& shape = call.array(0).shape;
  if (shape.size() < 2) {
    call.fail(call.vm.errors().value_error,
              "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions");
  }
  const auto field = static_cast<double>(tensor::product(std::span(shape).subspan(2)));
  return {static_cast<double>(shape[1]) * field, static_cast<double>(shape[0]) * field};
}

// The gain of a nonlinearity, as torch.nn.init.calculate_gain gives it.
double gain_of(const Call& call, const std::string& name, double slope) {
  if (name == "relu") return std::sqrt(2.0);
  if (name == "tanh") return 5.0 / 3.0;
  if (name == "leaky_relu") return std::sqrt(2.0 / (1.0 + slope * slope));
  if (name == "selu") return 0.75;
  if (name == "linear" || name == "sigmoid") return 1.0;
  call.fail(call.vm.errors().value_error, "Unsupported nonlinearity " + name);
}

double kaiming_deviation(const Call& call) {
  const Fans fans = fans_of(call);
  const double fan = call.text(2, "fan_in") == "fan_out" ? fans.out : fans.in;
  return gain_of(call, call.text(3, "leaky_relu"), call.real(1, 0.0)) / std::sqrt(fan);
}

double xavier_deviation(const Call& call) {
  const Fans fans = fans_of(call);
  return call.real(1, 1.0) * std::sqrt(2.0 / (fans.in + fans.out));
}

}  // namespace

void add_init(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto add = [&](std::string_view name, std::string_view parameters, Handler handler) {
    runtime::set_name(vm, module, name,
                      runtime::make_function(vm, name, native(torch, name, parameters, handler)));
  };
  add("zeros_", "tensor", [](Call& call) { return constant(call, 0.0); });
  add("ones_", "tensor", [](Call& call) { return constant(call, 1.0); });
  add("constant_", "tensor, val", [](Call& call) { return constant(call, call.real(1)); });
  add("uniform_", "tensor, a=0.0, b=1.0", [](Call& call) {
    const Array& x = call.array(0);
    return refilled(call, arrays::uniform(call.context(), x.shape, call.real(1, 0.0),
                                          call.real(2, 1.0), x.dtype));
  });
  add("normal_", "tensor, mean=0.0, std=1.0",
      [](Call& call) { return normal_of(call, call.real(1, 0.0), call.real(2, 1.0)); });
  add("eye_", "tensor", [](Call& call) {
    const Array& x = call.array(0);
    if (x.rank() != 2) {
      call.fail(call.vm.errors().value_error, "Only tensors with 2 dimensions are supported");
    }
    return refilled(call, arrays::eye(call.context(), x.shape[0], x.shape[1], x.dtype));
  });
  add("xavier_uniform_", "tensor, gain=1.0",
      [](Call& call) { return uniform_in(call, std::sqrt(3.0) * xavier_deviation(call)); });
  add("xavier_normal_", "tensor, gain=1.0",
      [](Call& call) { return normal_of(call, 0.0, xavier_deviation(call)); });
  add("kaiming_uniform_", "tensor, a=0, mode='fan_in', nonlinearity='leaky_relu'",
      [](Call& call) { return uniform_in(call, std::sqrt(3.0) * kaiming_deviation(call)); });
  add("kaiming_normal_", "tensor, a=0, mode='fan_in', nonlinearity='leaky_relu'",
      [](Call& call) { return normal_of(call, 0.0, kaiming_deviation(call)); });
  add("calculate_gain", "nonlinearity, param=None",
      [](Call& call) { return Value::real(gain_of(call, call.text(0, ""), call.real(1, 0.01))); });
}

}  // namespace normscope::notebook::torch
