// SPDX-License-Identifier: MIT
#include "core/base/language.hpp"

#include <atomic>

namespace normscope::base {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): the language of the process
std::atomic<Translate> spoken = nullptr;

}  // namespace

void translate_by(Translate translate) {
  spoken = translate;
}

std::string_view translated(std::string_view english) {
  const Translate translate = spoken;
  return translate == nullptr ? english : translate(english);
}

}  // namespace normscope::base
