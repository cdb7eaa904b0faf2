// SPDX-License-Identifier: MIT
// A counted reference to a Python object.
#pragma once

#include <Python.h>

#include <utility>

namespace normscope::notebook::kernel {

class Reference {
 public:
  Reference() = default;
  /// Takes over a new reference; null: an error is set in Python.
  explicit Reference(PyObject* owned) : object_(owned) {}
  static Reference to(PyObject* borrowed) {
    Py_XINCREF(borrowed);
    return Reference(borrowed);
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  Reference(Reference&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Reference& operator=(Reference&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Reference() { Py_XDECREF(object_); }

  PyObject* get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  PyObject* release() { return std::exchange(object_, nullptr); }

 private:
  PyObject* object_ = nullptr;
};

}  // namespace normscope::notebook::kernel
