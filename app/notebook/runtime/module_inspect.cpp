// SPDX-License-Identifier: MIT
// The module inspect as far as it asks functions and classes for what they say of themselves:
// signatures, documentation, source.
#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/inspect_text.hpp"
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

// _lines(function): the lines of the text that it stands in; empty for those of modules.
Value lines_of(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "_lines", 1, 1)) return {};
  std::vector<Value> lines;
  const auto* const function = args[0].as<FunctionObject>();
  if (function != nullptr && !function->code->source->is_hidden) {
    for (const std::string& line : function->code->source->lines) lines.push_back(vm.str(line));
  }
  return vm.list(lines);
}

}  // namespace

NativeModule inspect_module() {
  return prelude_module("inspect", kInspectText, {{"_lines", lines_of}});
}

}  // namespace normscope::notebook::runtime
