// SPDX-License-Identifier: MIT
// The arguments of one call of a torch function, by position, read as what the function wants. A
// reading that fails raises the exception of the language and then throws Failed, which the wrapper
// of every torch function catches: so a function is written as what it does when all is well.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/arrays/binary.hpp"
#include "app/notebook/arrays/ordering.hpp"
#include "app/notebook/arrays/reductions.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

using arrays::Operand;
using arrays::Over;
using arrays::Scalar;
using arrays::Sizes;

/// The language's exception is under way.
struct Failed {};

/// Raises the language's exception for an error of the arrays.
runtime::Raised raise(Vm& vm, const arrays::Error& error);

/// A number of the language, or nothing.
std::optional<Scalar> number_of(const Value& value);

class Call {
 public:
  Call(Vm& its_vm, Torch& its_torch, std::string_view function, std::span<const std::string> names,
       std::span<Value> values, bool is_method = false)
      : vm(its_vm),
        torch(its_torch),
        function_(function),
        names_(names),
        values_(values),
        is_method_(is_method) {}

  Vm& vm;
  Torch& torch;

  Context& context() const { return torch.context; }
  std::string_view function() const { return function_; }
  /// Whether an argument was given, and is not None.
  bool given(std::size_t at) const { return values_[at] && !values_[at].is_none(); }
  const Value& value(std::size_t at) const { return values_[at]; }

  TensorObject& tensor(std::size_t at) const;
  const Array& array(std::size_t at) const { return tensor(at).array; }
  std::optional<Array> optional_array(std::size_t at) const;
  bool is_tensor(std::size_t at) const { return tensor_of(values_[at]) != nullptr; }
  Operand operand(std::size_t at) const;
  std::optional<Operand> optional_operand(std::size_t at) const;
  Scalar number(std::size_t at) const;
  std::int64_t integer(std::size_t at) const;
  std::int64_t integer(std::size_t at, std::int64_t missing) const;
  std::optional<std::int64_t> optional_integer(std::size_t at) const;
  double real(std::size_t at) const;
  double real(std::size_t at, double missing) const;
  bool flag(std::size_t at, bool missing) const;
  std::string text(std::size_t at, std::string_view missing) const;
  std::optional<Dtype> dtype(std::size_t at) const;
  /// An int or a sequence of ints.
  Sizes sizes(std::size_t at) const;
  /// What `*size` collected: ints, or one sequence of them.
  Sizes rest(std::size_t at) const;
  Over over(std::size_t dim, std::size_t keepdim) const;
  /// A sequence of tensors.
  std::vector<Array> arrays(std::size_t at) const;

  /// The value of an expected result, or the end of the call.
  template <class T>
  T take(arrays::Expected<T> expected) const {
    if (!expected) fail(expected.error());
    if constexpr (!std::is_void_v<T>) return *std::move(expected);
  }
  Value give(arrays::Expected<Array> result) const {
    return make_tensor(vm, torch, take(std::move(result)));
  }
  Value give_tuple(arrays::Expected<std::vector<Array>> results) const;
  /// A named tuple of torch.return_types.
  Value give_pair(std::string_view name, arrays::Expected<arrays::ValuesAndIndices> result) const;
  /// The first argument, after a change in place.
  Value give_self(arrays::Expected<void> done) const;

  [[noreturn]] void fail(const arrays::Error& error) const;
  [[noreturn]] void fail(const Ref<TypeObject>& type, const std::string& message) const;
  /// "sum(): argument 'dim' (position 2) must be int, not str"
  [[noreturn]] void fail_type(std::size_t at, std::string_view wanted) const;
  /// For results of the runtime's functions: an empty one means that an exception is under way.
  Value checked(Value value) const {
    if (!value) throw Failed{};
    return value;
  }

 private:
  Sizes integers_of(std::size_t at, const Value& sequence) const;
  std::string shown_name(std::size_t at) const;

  std::string_view function_;
  std::span<const std::string> names_;
  std::span<Value> values_;
  bool is_method_;
};

/// While it lives, draws come from the call's generator, where it was given one at that place.
class OtherStream {
 public:
  OtherStream(const Call& call, std::size_t at);
  ~OtherStream();
  OtherStream(const OtherStream&) = delete;
  OtherStream& operator=(const OtherStream&) = delete;

 private:
  Context& context_;
  GeneratorObject* object_ = nullptr;
};

using Handler = Value (*)(Call& call);

/// A native function: its parameters as Signature wants them, and what it does. `axis` and
/// `keepdims` are taken for `dim` and `keepdim`. Of a method, messages do not count the tensor
/// itself.
runtime::NativeCall native(const std::shared_ptr<Torch>& torch, std::string_view name,
                           std::string_view parameters, Handler handler, bool is_method = false);
/// The same for a handler with a state of its own.
runtime::NativeCall native(const std::shared_ptr<Torch>& torch, std::string_view name,
                           std::string_view parameters, std::function<Value(Call& call)> handler,
                           bool is_method = false);

/// A row of a table of functions.
struct Function {
  std::string_view names;  // "mul multiply": the first is its own, the others stand for it
  std::string_view parameters;
  Handler handler;
  bool is_function = true;  // torch.name(x)
  bool is_method = true;    // x.name()
};

/// Adds rows to the module, to the type of tensors, or to both. An empty module takes none.
void add_functions(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                   std::span<const Function> rows);

// The tables, by subject.
std::span<const Function> pointwise_functions();
std::span<const Function> reduction_functions();
std::span<const Function> shape_functions();
std::span<const Function> selection_functions();
std::span<const Function> matrix_functions();
std::span<const Function> tensor_methods();
std::span<const Function> in_place_methods();
/// Functions of arrays' own tables of elementwise operations, and their forms in place.
void add_elementwise(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);

}  // namespace normscope::notebook::torch
