// SPDX-License-Identifier: MIT
// Modules that are written in the language itself: the engine compiles their text when they are
// first imported. Tracebacks leave their lines out.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/native.hpp"

namespace normscope::notebook::runtime {

/// A module from its text. `_compile(text, name)` in it makes a function from text, with the
/// module's globals. `functions` are there before the text runs.
NativeModule prelude_module(std::string_view name, std::string_view text,
                            std::vector<NativeMember> functions = {});

/// The same of a text that LazyText may cut: each of its names is made when it is asked for. Not
/// for texts that depend on the order of their statements, or where a statement sets two names of
/// which a program may replace one.
NativeModule lazy_module(std::string_view name, std::string_view text,
                         std::vector<NativeMember> functions = {});

/// The code of a text whose lines tracebacks leave out. Null: raised.
Ref<CodeObject> compile_hidden(Vm& vm, const std::string& name, std::string_view text,
                               std::shared_ptr<const MissedGlobal> missed = nullptr);
/// Runs the code of a text with these globals. False: raised.
bool run_hidden(Vm& vm, const Ref<CodeObject>& code, const Ref<DictObject>& globals);

}  // namespace normscope::notebook::runtime
