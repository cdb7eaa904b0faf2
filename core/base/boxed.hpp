// SPDX-License-Identifier: MIT
// An optional value that lies apart from what holds it.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace normscope::base {

/// A value or none, as std::optional, copied with its value: where it is none, which is nearly
/// always, it takes the room of a pointer.
template <class T>
class Boxed {
 public:
  Boxed() = default;
  // NOLINTNEXTLINE(google-explicit-constructor, hicpp-explicit-conversions): as std::optional
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  // NOLINTNEXTLINE(google-explicit-constructor, hicpp-explicit-conversions): the same
  Boxed(std::optional<T> value) {
    if (value) emplace(*std::move(value));
  }
  Boxed(const Boxed& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) {
    if (this != &other) value_ = other ? std::make_unique<T>(*other) : nullptr;
    return *this;
  }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  template <class... Arguments>
  T& emplace(Arguments&&... arguments) {
    value_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    return *value_;
  }
  void reset() { value_.reset(); }

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

  bool operator==(const Boxed& other) const {
    return has_value() == other.has_value() && (!has_value() || *value_ == *other.value_);
  }

 private:
  std::unique_ptr<T> value_{};
};

}  // namespace normscope::base
