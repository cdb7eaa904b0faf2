// SPDX-License-Identifier: MIT
// Owning handles of C libraries, released by the library's own function.
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

/// For example `Handle<cairo_t, cairo_destroy>`.
template <class T, auto Release>
using Handle = std::unique_ptr<T, Releaser<Release>>;

}  // namespace normscope::figures
