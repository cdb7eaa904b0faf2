// SPDX-License-Identifier: MIT
// Finding the shapes of a panel.
#pragma once

#include <variant>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// The first shape of this kind; null without one.
template <class T>
const T* find(const Panel& panel) {
  for (const Series& series : panel.series) {
    if (const T* shape = std::get_if<T>(&series.shape)) return shape;
  }
  return nullptr;
}

}  // namespace normscope::figures
