// SPDX-License-Identifier: MIT
// Text in the language itself of which most programs need little: each of its statements is
// compiled and run when a name that it defines is first asked for.
#pragma once

#include <cstddef>
#include <memory>
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
/// none (a loop, a call) belongs to the statement before it. Strings over several lines keep off
/// the margin. A global that the code of a statement misses is defined then; built-ins are found
/// before, so that no statement uses a global of the texts that is named like one.
class LazyText : public std::enable_shared_from_this<LazyText> {
 public:
  /// `name` is shown where a text is wrong. The texts have to stay. Owned by a shared pointer, if
  /// it is to define anything.
  LazyText(std::string name, std::span<const std::string_view> texts, Ref<DictObject> globals);

  /// Runs what defines a name, "f" or "owner.f". All names that are new by it; nothing: no
  /// statement defines it, it ran before, or it raised and may be tried again.
  std::vector<std::string_view> define(Vm& vm, std::string_view name);
  /// The same for all names of an owner; without one for the globals.
  std::vector<std::string_view> define_all(Vm& vm, std::string_view owner);
  /// All names, "f" and "owner.f", in their order.
  std::vector<std::string_view> names() const;
  /// For other code with these globals.
  std::shared_ptr<const MissedGlobal> missed_global();

 private:
  struct Statement {
    std::string_view text;
    std::vector<std::string_view> names;
    bool has_run = false;  // or runs
  };
  void split(std::string_view text);
  bool run(Vm& vm, Statement& statement);

  std::string name_;
  Ref<DictObject> globals_;
  std::vector<Statement> statements_;
  std::unordered_map<std::string_view, std::size_t> places_;  // of names in statements_
};

}  // namespace normscope::notebook::runtime
