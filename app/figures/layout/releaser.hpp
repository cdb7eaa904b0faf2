// SPDX-License-Identifier: MIT
// Handles of C libraries, given back by the function that the library has for it.
#pragma once

#include <memory>

namespace normscope::figures {

template <auto Release>
struct Releaser {
  template <class T>
  void operator()(T* object) const {
    Release(object);
  }
};

/// `Handle<cairo_t, cairo_destroy>`: released with the object.
template <class T, auto Release>
using Handle = std::unique_ptr<T, Releaser<Release>>;

}  // namespace normscope::figures
