// SPDX-License-Identifier: MIT
#include "app/notebook/torch/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/overloads.hpp"

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
  if (!given(at)) return missing;
  if (!values_[at].is_bool() && !values_[at].is_int()) fail_type(at, "bool");
  return values_[at].as_bool();
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

namespace {

// The names of a list of parameters as a Signature reads it, and how many of them have to be given.
struct Parameters {
  std::vector<std::string> names;
  std::vector<std::string> required;
  std::size_t positional = 0;
  bool collects = false;  // `*rest` or `**rest`
};

Parameters parameters_in(std::string_view parameters) {
  Parameters result;
  bool by_position = true;
  while (!parameters.empty()) {
    const auto end = std::min(parameters.find(','), parameters.size());
    std::string_view part = parameters.substr(0, end);
    parameters.remove_prefix(std::min(end + 1, parameters.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    const bool optional = part.find('=') != std::string_view::npos;
    part = part.substr(0, part.find('='));
    const bool star = part.starts_with('*');
    result.collects = result.collects || (star && part.size() > 1);
    while (part.starts_with('*')) part.remove_prefix(1);
    by_position = by_position && !star;
    if (part.empty() || part == "/") continue;
    result.names.emplace_back(part);
    if (by_position) ++result.positional;
    if (by_position && !optional) result.required.emplace_back(part);
  }
  return result;
}

// What a native function keeps.
struct Bound {
  Bound(std::shared_ptr<Torch> its_torch, std::string_view its_name, std::string_view parameters,
        std::function<Value(Call& call)> its_handler, bool method)
      : torch(std::move(its_torch)),
        name(its_name),
        signature(its_name, parameters),
        handler(std::move(its_handler)),
        is_method(method) {
    Parameters read = parameters_in(parameters);
    names = std::move(read.names);
    required = std::move(read.required);
    positional = read.positional;
    collects = read.collects;
  }
  /// Methods of layers are Python's own in torch, and so are the words of their errors.
  bool is_layer() const { return !names.empty() && (names[0] == "self" || names[0] == "cls"); }
  bool knows(std::string_view parameter) const {
    return std::ranges::find(names, parameter) != names.end();
  }
  std::shared_ptr<Torch> torch;
  std::string name;
  runtime::Signature signature;
  std::vector<std::string> names{};
  std::vector<std::string> required{};
  std::size_t positional = 0;
  bool collects = false;
  std::function<Value(Call& call)> handler;
  bool is_method;
};

// NumPy's names of arguments, which torch takes as well.
std::string_view own_name(const Bound& bound, std::string_view given) {
  if (bound.knows(given)) return given;
  if (given == "axis") return "dim";
  if (given == "keepdims") return "keepdim";
  if (given == "x" && !bound.names.empty()) return "input";
  return given;
}

// In torch's words, where a required argument is missing. True: raised.
bool lacks_arguments(const Bound& bound, Vm& vm, const Args& args) {
  std::vector<std::string> missing;
  for (std::size_t i = args.size(); i < bound.required.size(); ++i) {
    const auto given = [&](const Value& name) {
      return runtime::text_of(name) == bound.required[i];
    };
    if (std::ranges::none_of(args.names, given)) missing.push_back('"' + bound.required[i] + '"');
  }
  if (missing.empty() || bound.is_layer()) return false;
  if (args.names.empty() && raise_missing(vm, bound.name, args, bound.is_method)) return true;
  vm.raise(vm.errors().type_error,
           fmt::format("{}() missing {} required positional arguments: {}", bound.name,
                       missing.size(), fmt::join(missing, ", ")));
  return true;
}

// 'a', 'a' and 'b', 'a', 'b', and 'c'
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() > 2 ? ", " : " ";
    if (i > 0 && i + 1 == names.size()) text += "and ";
    text += "'" + names[i] + "'";
  }
  return text;
}

// Methods of layers are written in Python in torch: what does not fit them is said in its words.
// True: raised.
bool misfits_layer(const Bound& bound, Vm& vm, const Args& args) {
  if (!bound.is_layer() || bound.collects) return false;
  const auto raise_type_error = [&](const std::string& what) {
    vm.raise(vm.errors().type_error, bound.name + "() " + what);
    return true;
  };
  for (const Value& name : args.names) {
    const std::string& text = runtime::text_of(name);
    if (!bound.knows(text)) {
      return raise_type_error("got an unexpected keyword argument '" + text + "'");
    }
    const auto at =
        static_cast<std::size_t>(std::ranges::find(bound.names, text) - bound.names.begin());
    if (at < args.size()) {
      return raise_type_error("got multiple values for argument '" + text + "'");
    }
  }
  if (args.size() > bound.positional) {
    const std::size_t least = bound.required.size();
    const std::string takes = least == bound.positional
                                  ? std::to_string(least)
                                  : fmt::format("from {} to {}", least, bound.positional);
    return raise_type_error(fmt::format("takes {} positional argument{} but {} {} given", takes,
                                        bound.positional == 1 ? "" : "s", args.size(),
                                        args.size() == 1 ? "was" : "were"));
  }
  std::vector<std::string> missing;
  for (std::size_t i = args.size(); i < bound.required.size(); ++i) {
    const auto given = [&](const Value& name) {
      return runtime::text_of(name) == bound.required[i];
    };
    if (std::ranges::none_of(args.names, given)) missing.push_back(bound.required[i]);
  }
  if (missing.empty()) return false;
  return raise_type_error(fmt::format("missing {} required positional argument{}: {}",
                                      missing.size(), missing.size() == 1 ? "" : "s",
                                      listed(missing)));
}

Value run(const Bound& bound, Vm& vm, const Args& args) {
  constexpr std::size_t kMost = 16;
  std::array<Value, kMost> values;
  std::vector<Value> names;
  Args renamed = args;
  if (!args.names.empty()) {
    for (const Value& name : args.names) {
      names.push_back(vm.intern(own_name(bound, runtime::text_of(name))));
    }
    renamed.names = names;
  }
  const std::span<Value> span(values.data(), bound.names.size());
  if (!bound.is_layer()) {
    for (const Value& name : renamed.names) {
      if (bound.knows(runtime::text_of(name))) continue;
      raise_unknown_keyword(vm, bound.name, args, bound.is_method, runtime::text_of(name));
      return {};
    }
  }
  if (misfits_layer(bound, vm, renamed) || lacks_arguments(bound, vm, renamed)) return {};
  if (!bound.signature.bind(vm, renamed, span)) return {};
  bound.torch->begin_operation(vm);
  Call call(vm, *bound.torch, bound.name, bound.names, span, bound.is_method);
  try {
    return bound.handler(call);
  } catch (const Failed&) {
    return {};
  }
}

}  // namespace

runtime::NativeCall native(const std::shared_ptr<Torch>& torch, std::string_view name,
                           std::string_view parameters, std::function<Value(Call& call)> handler,
                           bool is_method) {
  const auto bound =
      std::make_shared<const Bound>(torch, name, parameters, std::move(handler), is_method);
  return [bound](Vm& vm, const Args& args) { return run(*bound, vm, args); };
}

runtime::NativeCall native(const std::shared_ptr<Torch>& torch, std::string_view name,
                           std::string_view parameters, Handler handler, bool is_method) {
  return native(torch, name, parameters, std::function<Value(Call&)>(handler), is_method);
}

void add_functions(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                   std::span<const Function> rows) {
  for (const Function& row : rows) {
    std::string_view names = row.names;
    const std::string_view own = names.substr(0, names.find(' '));
    const runtime::NativeCall call = native(torch, own, row.parameters, row.handler);
    const runtime::NativeCall method = native(torch, own, row.parameters, row.handler, true);
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      names.remove_prefix(std::min(name.size() + 1, names.size()));
      if (row.is_function && module) {
        runtime::set_name(vm, module, name, runtime::make_function(vm, name, call));
      }
      if (row.is_method && !torch->tensor->find(*vm.intern(name))) {
        runtime::add_method(*torch->tensor, name, method);
      }
    }
  }
}

}  // namespace normscope::notebook::torch
