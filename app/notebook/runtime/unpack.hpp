// SPDX-License-Identifier: MIT
// Unpacking, the merging of dicts, and imports: instructions with more to say than the rest.
#pragma once

#include "app/notebook/runtime/frame.hpp"

namespace normscope::notebook::runtime {

/// Pushes the items, the first on top. False: raised.
bool unpack(Vm& vm, Frame& frame, const Value& sequence, std::size_t count);
bool unpack_star(Vm& vm, Frame& frame, const Value& sequence, std::size_t before,
                 std::size_t after);
/// dict.update with a mapping (or, where not `mapping_only`, pairs).
bool update_dict(Vm& vm, DictObject& dict, const Value& other, bool mapping_only);
/// `**other` of a call: keys are strings and new.
bool merge_keywords(Vm& vm, DictObject& dict, const Value& other, const Value& callee);
bool import_op(Vm& vm, Frame& frame, Instruction instruction);
/// The name of a callable with its parentheses, for messages: "f()".
std::string callee_name(Vm& vm, const Value& callee);

}  // namespace normscope::notebook::runtime
