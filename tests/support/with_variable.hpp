// SPDX-License-Identifier: MIT
// A variable of the environment for the length of a test. Tests that use it start no threads
// before.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace normscope::testing {

/// Sets a variable while it lives, or takes it away.
class WithVariable {
 public:
  WithVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;
  ~WithVariable() { set(before_); }

 private:
  void set(const std::optional<std::string>& value) const {
    if (value) {
      setenv(name_, value->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

  const char* name_;
  std::optional<std::string> before_{};
};

}  // namespace normscope::testing
