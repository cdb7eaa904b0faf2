// SPDX-License-Identifier: MIT
// What the native functions of torch share, and the objects that its values are made of.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/vm.hpp"
#include "app/notebook/torch/torch.hpp"
#include "core/random/generator.hpp"

namespace normscope::notebook::torch {

using arrays::Array;
using arrays::Context;
using arrays::Dtype;
using arrays::Shape;
using runtime::Args;
using runtime::Ref;
using runtime::TypeObject;
using runtime::Value;
using runtime::Vm;

struct Written;

/// Owned by the functions of one machine alone: the values in it end with the machine.
struct Torch {
  explicit Torch(std::shared_ptr<Context> its_context)
      : shared(std::move(its_context)), context(*shared) {}
  /// Bytes that are copied in the time that the smallest operation takes.
  static constexpr std::ptrdiff_t kWorkOfCall = 4096;
  /// Before each operation. What is made now is made by the line that the machine is at; what the
  /// operation before took counts among the machine's turns.
  void begin_operation(Vm& vm) {
    vm.heap().spend(kWorkOfCall + context.budget->take_work());
    const runtime::SourcePlace place = vm.place();
    context.line = place.line;
    context.run = place.run;
  }
  std::shared_ptr<Context> shared;
  Context& context;
  bool guarded = false;  // the arguments of the call that begins were read as PyTorch reads them
  Ref<TypeObject> tensor{};
  Ref<TypeObject> parameter{};
  Ref<TypeObject> size{};
  Ref<TypeObject> dtype{};
  Ref<TypeObject> device{};
  Ref<TypeObject> generator{};
  Ref<TypeObject> module{};
  std::array<Value, arrays::kDtypeNames.size()> dtypes{};
  std::map<std::string, Ref<TypeObject>, std::less<>> results{};  // torch.return_types
  std::map<std::string, Value, std::less<>> modules{};            // made once each
  std::shared_ptr<Written> written{};                             // in Python
};

class TensorObject final : public runtime::NativeObject {
 public:
  TensorObject(TypeObject& type, Torch& its_torch, Array its_array)
      : NativeObject(type), torch(its_torch), array(std::move(its_array)) {}
  Torch& torch;
  Array array;
  Value grad{};  // what a cell assigned
  void visit(runtime::Visitor& visitor) const override;
  void clear() override;
};

class DtypeObject final : public runtime::NativeObject {
 public:
  DtypeObject(TypeObject& type, std::string_view its_name, std::optional<Dtype> its_dtype)
      : NativeObject(type), name(its_name), dtype(its_dtype) {}
  std::string_view name;
  std::optional<Dtype> dtype;  // none: known by name only, as torch.float16 is
};

/// torch.Generator: a random stream of its own; the one that manual_seed gives is the context's.
class GeneratorObject final : public runtime::NativeObject {
 public:
  explicit GeneratorObject(TypeObject& type) : NativeObject(type) {}
  random::Generator own{};
  bool is_default = false;
};

class DeviceObject final : public runtime::NativeObject {
 public:
  explicit DeviceObject(TypeObject& type) : NativeObject(type) {}
};

/// The tensor of a value, or null.
TensorObject* tensor_of(const Value& value);

Value make_tensor(Vm& vm, Torch& torch, Array array);
Value make_size(Vm& vm, Torch& torch, const Shape& shape);
Value dtype_value(Torch& torch, Dtype dtype);

// Each makes its types once, before the first module uses them.
void make_tensor_type(Vm& vm, const std::shared_ptr<Torch>& torch);
void make_size_type(Vm& vm, const std::shared_ptr<Torch>& torch);
void make_dtype_types(Vm& vm, const std::shared_ptr<Torch>& torch);
void make_module_type(Vm& vm, const std::shared_ptr<Torch>& torch);

/// The module functions: each fills the names that it is about.
void add_creation(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_settings(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_grad_mode(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_unsupported_methods(TypeObject& tensor);
void add_unsupported(Vm& vm, const Value& module, std::string_view module_name);
void add_functional(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_layers(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_containers(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_linalg(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);
void add_init(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);

}  // namespace normscope::notebook::torch
