// SPDX-License-Identifier: MIT
// Exceptions as objects: their arguments, where they passed, and what they came from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

class CodeObject;

/// One line of a traceback: the instruction that was running.
struct TraceEntry {
  Ref<CodeObject> code;
  std::uint32_t instruction;
};

class ExceptionObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kException;
  ExceptionObject(TypeObject& type, Value args_);
  /// A tuple.
  Value args;
  /// The innermost first.
  std::vector<TraceEntry> trace;
  Value cause;    // empty for none
  Value context;  // empty for none
  bool suppress_context = false;
  /// NameError and AttributeError: what was not found, and where it was looked for.
  Value name;
  Value owner;
  /// NameError: the name that was perhaps meant.
  std::string suggestion;
  /// Says that a bound ended the cell or a person did: `except` does not catch it.
  bool ends_cell = false;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

}  // namespace normscope::notebook::runtime
