// SPDX-License-Identifier: MIT
// How PyTorch reads the arguments of its functions: each form of a function in turn, and what is
// said when none fits. The order of the checks is PyTorch's, for the first that fails words the
// error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::torch {

/// What an argument has to be. kArgumentTypes has a row for each.
enum class ArgumentType {
  kTensor,
  kNumber,
  kInt,
  kSymInt,
  kFloat,
  kBool,
  kStr,
  kDtype,
  kDevice,
  kLayout,
  kFormat,
  kGenerator,
  kTensors,
  kInts,
  kSymInts,
  kFloats,
  kNumbers,
  kName,
  kNames,
  kStorage,
  kStream,
  kObject,
};

struct FormParameter {
  ArgumentType type = ArgumentType::kObject;
  std::string name{};
  bool single = false;  // one value may stand for a sequence of them
  bool may_be_none = false;
  bool optional = false;
  bool keyword_only = false;
  bool number_too = false;  // where a tensor is wanted
};

struct Form {
  std::vector<FormParameter> parameters{};
  std::size_t least = 0;
  std::size_t positional = 0;
  bool is_hidden = false;  // outdated: taken, but not listed
  std::string shown{};     // "(Tensor input, int dim, torch.dtype dtype)"
};

/// Where the arguments of a call went.
struct Parsed {
  const Form* form = nullptr;
  /// One for each parameter; empty where it was not given. `rest` collects all positional ones.
  std::vector<runtime::Value> values{};
  bool collected = false;  // view(2, 3): the first parameter is all positional arguments
};

class ArgumentParser {
 public:
  /// Reads forms as forms.hpp describes them.
  ArgumentParser(std::string_view function, std::string_view forms);
  /// Nothing: raised. The arguments are those without the tensor that a method belongs to.
  std::optional<Parsed> parse(runtime::Vm& vm, const runtime::Args& args) const;
  const std::string& function() const { return function_; }

 private:
  std::string function_;
  std::vector<Form> forms_;
};

/// What C calls the type of a value: "Tensor", "torch.Size", "int".
std::string type_in_c(runtime::Vm& vm, const runtime::Value& value);

}  // namespace normscope::notebook::torch
