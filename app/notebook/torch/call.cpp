// SPDX-License-Identifier: MIT
#include "app/notebook/torch/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::torch {

runtime::Raised raise(Vm& vm, const arrays::Error& error) {
  using arrays::ErrorKind;
  const auto& errors = vm.errors();
  switch (error.kind) {
    case ErrorKind::kRuntime:
      return vm.raise(errors.runtime_error, error.sentence);
    case ErrorKind::kIndex:
      return vm.raise(errors.index_error, error.sentence);
    case ErrorKind::kType:
      return vm.raise(errors.type_error, error.sentence);
    case ErrorKind::kValue:
      return vm.raise(errors.value_error, error.sentence);
    case ErrorKind::kZeroDivision:
      return vm.raise(errors.zero_division_error, error.sentence);
    case ErrorKind::kMemory:
      return vm.raise(errors.memory_error, error.sentence);
    case ErrorKind::kNotSupported:
      break;
  }
  return vm.raise(errors.not_supported_error, error.sentence);
}

std::optional<Scalar> number_of(const Value& value) {
  if (value.is_bool()) return Scalar(value.as_bool());
  if (value.is_int()) return Scalar(value.as_int());
  if (value.is_float()) return Scalar(value.as_float());
  return std::nullopt;
}

void Call::fail(const arrays::Error& error) const {
  raise(vm, error);
  throw Failed{};
}

void Call::fail(const Ref<TypeObject>& type, const std::string& message) const {
  vm.raise(type, message);
  throw Failed{};
}

// What messages call a parameter: the sizes that are collected have a name of their own.
std::string Call::shown_name(std::size_t at) const {
  if (names_[at] != "sizes") return names_[at];
  if (function_ == "reshape") return "shape";
  return function_ == "permute" || function_ == "flip" ? "dims" : "size";
}

void Call::fail_type(std::size_t at, std::string_view wanted) const {
  if (!values_[at]) {
    fail(vm.errors().type_error, fmt::format("{}() missing 1 required positional arguments: \"{}\"",
                                             function_, names_[at]));
  }
  // A layer hands its input to a function: "ReLU.forward" is relu, "LayerNorm.forward" layer_norm.
  std::string shown(function_);
  bool counts_first = !is_method_;
  if (shown.ends_with(".forward")) {
    std::string snake;
    for (const char c : shown.substr(0, shown.find('.'))) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper && !snake.empty() && snake.back() >= 'a') snake += '_';
      snake += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    shown = snake;
    if (!snake.ends_with("_norm")) std::erase(shown, '_');
    counts_first = false;
  }
  fail(vm.errors().type_error,
       fmt::format("{}(): argument '{}' (position {}) must be {}, not {}", shown, shown_name(at),
                   counts_first ? at + 1 : at, wanted, runtime::type_name(vm, values_[at])));
}

TensorObject& Call::tensor(std::size_t at) const {
  TensorObject* const found = tensor_of(values_[at]);
  if (found == nullptr) fail_type(at, "Tensor");
  return *found;
}

std::optional<Array> Call::optional_array(std::size_t at) const {
  if (!given(at)) return std::nullopt;
  return array(at);
}

Operand Call::operand(std::size_t at) const {
  if (const auto* found = tensor_of(values_[at])) return found->array;
  return number(at);
}

std::optional<Operand> Call::optional_operand(std::size_t at) const {
  if (!given(at)) return std::nullopt;
  return operand(at);
}

Scalar Call::number(std::size_t at) const {
  if (const auto* found = tensor_of(values_[at]); found != nullptr && found->array.rank() == 0) {
    return take(arrays::item(found->array));
  }
  const auto number = number_of(values_[at]);
  if (!number) {
    if (values_[at].is_kind(runtime::Kind::kBigInt)) {
      fail(vm.errors().runtime_error, "Overflow when unpacking long");
    }
    fail_type(at, "Number");
  }
  return *number;
}

std::int64_t Call::integer(std::size_t at) const {
  const auto& value = values_[at];
  if (value.is_int() || value.is_bool()) return value.as_int();
  if (const auto* found = tensor_of(value);
      found != nullptr && found->array.size() == 1 && !arrays::is_floating(found->array.dtype)) {
    return arrays::to_int(take(arrays::item(found->array)));
  }
  fail_type(at, "int");
}

std::int64_t Call::integer(std::size_t at, std::int64_t missing) const {
  return given(at) ? integer(at) : missing;
}

std::optional<std::int64_t> Call::optional_integer(std::size_t at) const {
  if (!given(at)) return std::nullopt;
  return integer(at);
}

double Call::real(std::size_t at) const {
  const Scalar value = number(at);
  return arrays::to_double(value);
}

double Call::real(std::size_t at, double missing) const {
  return given(at) ? real(at) : missing;
}

bool Call::flag(std::size_t at, bool missing) const {
  if (!values_[at]) return missing;
  if (values_[at].is_none()) return false;
  if (values_[at].is_bool() || values_[at].is_int()) return values_[at].as_bool();
  // What has to be a bool was read by a parser; elsewhere it is Python that asks.
  const auto truth = runtime::truth(vm, values_[at]);
  if (!truth) throw Failed{};
  return *truth;
}

std::string Call::text(std::size_t at, std::string_view missing) const {
  if (!given(at)) return std::string(missing);
  if (!values_[at].is_kind(runtime::Kind::kStr)) fail_type(at, "str");
  return runtime::text_of(values_[at]);
}

std::optional<Dtype> Call::dtype(std::size_t at) const {
  if (!given(at)) return std::nullopt;
  const Value& value = values_[at];
  if (const auto* found = runtime::native_of<DtypeObject>(value, *torch.dtype)) {
    if (found->dtype) return found->dtype;
    fail({arrays::ErrorKind::kNotSupported,
          fmt::format("not supported: torch.{}; there are bool, uint8, int32, int64, float32 and "
                      "float64",
                      found->name)});
  }
  // Python's own types stand for the ones they become.
  for (const auto& [type, dtype] :
       {std::pair(vm.types().real, Dtype::kFloat64), std::pair(vm.types().integer, Dtype::kInt64),
        std::pair(vm.types().boolean, Dtype::kBool)}) {
    if (value.is_object() && value.object() == type.get()) return dtype;
  }
  fail_type(at, "torch.dtype");
}

Sizes Call::integers_of(std::size_t at, const Value& sequence) const {
  Sizes sizes;
  std::size_t place = 0;
  const auto each = [&](const Value& item) {
    ++place;
    if (item.is_int() || item.is_bool()) {
      sizes.push_back(item.as_int());
      return true;
    }
    const auto* found = tensor_of(item);
    if (found != nullptr && found->array.size() == 1 && !arrays::is_floating(found->array.dtype)) {
      sizes.push_back(arrays::to_int(take(arrays::item(found->array))));
      return true;
    }
    const bool collected = names_[at] == "sizes";
    const std::string_view wanted = collected ? "tuple of SymInts" : "tuple of ints";
    if (collected && place == 1) {
      fail(vm.errors().type_error,
           fmt::format("{}(): argument '{}' (position {}) must be {}, not {}", function_,
                       shown_name(at), is_method_ ? at : at + 1, wanted,
                       runtime::type_name(vm, item)));
    }
    fail(vm.errors().type_error,
         fmt::format("{}(): argument '{}' must be {}, but found element of type {} at pos {}",
                     function_, shown_name(at), wanted, runtime::type_name(vm, item), place));
  };
  if (!runtime::iterate(vm, sequence, each)) throw Failed{};
  return sizes;
}

Sizes Call::sizes(std::size_t at) const {
  const Value& value = values_[at];
  if (value.is_int() || value.is_bool()) return {value.as_int()};
  const bool sequence = value.is_kind(runtime::Kind::kTuple) || value.is_kind(runtime::Kind::kList);
  if (!sequence) {
    if (is_tensor(at)) return {integer(at)};
    fail_type(at, "tuple of ints");
  }
  return integers_of(at, value);
}

Sizes Call::rest(std::size_t at) const {
  const auto& given_values = values_[at].get<runtime::TupleObject>().values;
  if (given_values.size() == 1 && !given_values[0].is_int()) {
    const Value& only = given_values[0];
    if (only.is_kind(runtime::Kind::kTuple) || only.is_kind(runtime::Kind::kList)) {
      return integers_of(at, only);
    }
  }
  return integers_of(at, values_[at]);
}

Over Call::over(std::size_t dim, std::size_t keepdim) const {
  Over over;
  if (given(dim)) over.dims = sizes(dim);
  // A None that was given is a choice of its own for these two: all dimensions.
  const bool all = values_[dim] && values_[dim].is_none();
  if (all && (function_ == "sum" || function_ == "mean")) over.dims = Sizes{};
  over.keepdim = flag(keepdim, false);
  return over;
}

std::vector<Array> Call::arrays(std::size_t at) const {
  const Value& value = values_[at];
  const bool sequence = value.is_kind(runtime::Kind::kTuple) || value.is_kind(runtime::Kind::kList);
  if (!sequence) fail_type(at, "tuple of Tensors");
  std::vector<Array> result;
  const auto each = [&](const Value& item) {
    const auto* found = tensor_of(item);
    if (found == nullptr) {
      fail(vm.errors().type_error,
           fmt::format("expected Tensor as element {} in argument 0, but got {}", result.size(),
                       runtime::type_name(vm, item)));
    }
    result.push_back(found->array);
    return true;
  };
  if (!runtime::iterate(vm, value, each)) throw Failed{};
  return result;
}

Value Call::give_tuple(arrays::Expected<std::vector<Array>> results) const {
  std::vector<Value> values;
  for (Array& array : take(std::move(results))) {
    values.push_back(make_tensor(vm, torch, std::move(array)));
  }
  return vm.tuple(values);
}

Value Call::give_pair(std::string_view name,
                      arrays::Expected<arrays::ValuesAndIndices> result) const {
  auto pair = take(std::move(result));
  const std::array<Value, 2> values{make_tensor(vm, torch, std::move(pair.values)),
                                    make_tensor(vm, torch, std::move(pair.indices))};
  const auto type = torch.results.find(name);
  return vm.make<runtime::TupleObject>(*type->second, std::span<const Value>(values));
}

OtherStream::OtherStream(const Call& call, std::size_t at) : context_(call.context()) {
  if (!call.given(at)) return;
  object_ = runtime::native_of<GeneratorObject>(call.value(at), *call.torch.generator);
  if (object_ == nullptr) call.fail_type(at, "torch.Generator");
  if (object_->is_default) object_ = nullptr;
  if (object_ != nullptr) std::swap(object_->own, context_.generator);
}

OtherStream::~OtherStream() {
  if (object_ != nullptr) std::swap(object_->own, context_.generator);
}

Value Call::give_self(arrays::Expected<void> done) const {
  if (!done) fail(done.error());
  return values_[0];
}

}  // namespace normscope::notebook::torch
