// SPDX-License-Identifier: MIT
// The controls of the inspector that a step is about, by the keys of a `normscope` block: those it
// changes, those that its acts and questions change, and those that it names itself. The window
// shows no others until the reader asks for them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/act.hpp"
#include "app/lessons/predict.hpp"

namespace normscope::lessons {

using Controls = std::set<std::string, std::less<>>;

/// The names that a block's `controls` may hold.
std::vector<std::string_view> control_names();

/// The controls in which the operations of two documents differ.
Controls differing_controls(const document::Document& a, const document::Document& b);

/// The controls that a step changes of the document before it; of a lesson's first step, what is
/// not as in PyTorch.
Controls changed_controls(const document::Document& document, const document::Document* before);

/// Those that change in an act, and in the document that shows an answer.
Controls controls_of(const Act& act);
Controls controls_of(const Prediction& prediction, const document::Document& document);

}  // namespace normscope::lessons
