// SPDX-License-Identifier: MIT
// The numbers of gestures.
#include "app/ui/context.hpp"

namespace normscope::ui {

Gesture Gestures::begin(std::string_view id) {
  id_ = id;
  return ++last_;
}

Gesture Gestures::of(std::string_view id) {
  return id_ == id ? last_ : begin(id);
}

}  // namespace normscope::ui
