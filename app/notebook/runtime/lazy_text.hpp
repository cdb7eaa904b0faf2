// SPDX-License-Identifier: MIT
// Text in the language itself of which most programs need little: each of its statements is
// compiled and run when a name that it defines is first asked for.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// A statement begins at the left margin, and the names that it defines are read off its line:
/// `def f(`, `class C`, `import m`, `from m import a, b as c`, `f = owner.f = ...`. What defines
/// none (a loop, a call) belongs to the statement before it. Before a statement runs, those run
/// that define the globals that it mentions. Strings over several lines keep off the margin.
class LazyText {
 public:
  /// `name` is shown where a text is wrong. The texts have to stay.
  LazyText(std::string name, std::span<const std::string_view> texts);

  /// Runs what defines a name, "f" or "owner.f", with these globals. Whether there is something
  /// new now. False: no statement defines it, it ran before, or it raised and may be tried again.
  bool define(Vm& vm, const Ref<DictObject>& globals, std::string_view name);
  /// The same for all names of an owner.
  bool define_all(Vm& vm, const Ref<DictObject>& globals, std::string_view owner);
  /// All names, "f" and "owner.f", in their order.
  std::vector<std::string_view> names() const;

 private:
  struct Statement {
    std::string_view text;
    std::vector<std::string_view> names;
    bool has_run = false;  // or runs
  };
  void split(std::string_view text);
  bool run(Vm& vm, const Ref<DictObject>& globals, Statement& statement);
  bool run_mentioned(Vm& vm, const Ref<DictObject>& globals, const CodeObject& code);

  std::string name_;
  std::vector<Statement> statements_;
  std::unordered_map<std::string_view, std::size_t> places_;  // of names in statements_
};

}  // namespace normscope::notebook::runtime
