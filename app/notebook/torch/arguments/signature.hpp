// SPDX-License-Identifier: MIT
// One name of the table of signatures (signatures.txt) made ready: its signatures with their
// parameters, and the slots in which a handler finds the arguments whichever signature was used.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.hpp"

namespace normscope::notebook::torch {

/// What an argument has to be.
enum class ArgumentType {
  kTensor,
  kNumber,
  kInt,
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
  kFloats,
  kNumbers,
  kName,
  kNames,
  kObject,
};

/// In the order of the types; as in the table of signatures and, where they differ, in messages.
inline constexpr std::array<base::Name<ArgumentType>, 18> kArgumentTypes{{
    {ArgumentType::kTensor, "Tensor"},
    {ArgumentType::kNumber, "Number"},
    {ArgumentType::kInt, "int"},
    {ArgumentType::kFloat, "float"},
    {ArgumentType::kBool, "bool"},
    {ArgumentType::kStr, "str"},
    {ArgumentType::kDtype, "dtype", "torch.dtype"},
    {ArgumentType::kDevice, "device", "torch.device"},
    {ArgumentType::kLayout, "layout", "torch.layout"},
    {ArgumentType::kFormat, "format", "torch.memory_format"},
    {ArgumentType::kGenerator, "generator", "torch.Generator"},
    {ArgumentType::kTensors, "tensors", "tuple of Tensors"},
    {ArgumentType::kInts, "ints", "tuple of ints"},
    {ArgumentType::kFloats, "floats", "tuple of floats"},
    {ArgumentType::kNumbers, "numbers", "tuple of Scalars"},
    {ArgumentType::kName, "name"},
    {ArgumentType::kNames, "names", "tuple of names"},
    {ArgumentType::kObject, "object"},
}};

struct Parameter {
  ArgumentType type = ArgumentType::kObject;
  std::string_view shown_type{};  // in messages
  std::string name{};
  std::string shown{};  // with what stands for it where it is left out: "dim = -1"
  std::size_t slot = 0;
  bool single = false;  // one value may stand for a sequence of them
  bool may_be_none = false;
  bool optional = false;
  std::optional<double> missing{};
  bool keyword_only = false;
  bool number_too = false;  // where a tensor is wanted
};

struct Form {
  std::vector<Parameter> parameters{};
  std::size_t least = 0;
  std::size_t positional = 0;
  bool is_hidden = false;  // outdated: taken, but not listed
  std::string shown{};     // "(Tensor input, int dim = -1)"
};

struct Signature {
  std::string name{};
  bool is_method = false;
  bool takes_nothing = false;        // C functions of Python without arguments
  std::vector<std::string> slots{};  // the names of all forms; of a method the tensor comes first
  std::vector<std::optional<double>> missing{};  // what stands for a number that is not given
  std::vector<Form> forms{};
};

/// A name of the table and where its signatures stand in it.
enum class SignatureKind { kFunction, kMethod, kNn, kInner };
struct SignatureText {
  std::string_view name{};
  SignatureKind kind = SignatureKind::kFunction;
  std::string_view forms{};
  bool of_function = false;  // a method that is read as the function
};

/// All names of the table, in its order.
std::vector<SignatureText> signature_table();
Signature signature_of(const SignatureText& text);

/// The most slots that any signature has.
inline constexpr std::size_t kMostSlots = 16;

}  // namespace normscope::notebook::torch
