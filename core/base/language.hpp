// SPDX-License-Identifier: MIT
// The few sentences of this folder in another language: core/text, which knows the languages, lies
// above it and says here how a sentence is translated.
#pragma once

#include <string_view>

namespace normscope::base {

/// Gives a sentence in the chosen language.
using Translate = std::string_view (*)(std::string_view english);

/// From now on sentences are translated so; null: they are English. On any thread.
void translate_by(Translate translate);

std::string_view translated(std::string_view english);

}  // namespace normscope::base
