// SPDX-License-Identifier: MIT
// Helpers for those who write values as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// While it lives, the object's repr is being written: one inside of itself is "[...]".
class ReprGuard {
 public:
  ReprGuard(Vm& vm, const Object& object);
  ReprGuard(const ReprGuard&) = delete;
  ReprGuard& operator=(const ReprGuard&) = delete;
  ~ReprGuard();
  bool repeats() const { return repeats_; }

 private:
  Vm& vm_;
  bool repeats_ = false;
};

/// "1, 2, 3" of a list or tuple. None: raised.
std::optional<std::string> joined_reprs(Vm& vm, const Value& container);
/// ascii()
std::string escape_non_ascii(std::string_view text);
/// "0x7f..." as id() counts.
std::string address_of(const Value& value);
std::string to_base(std::uint64_t number, unsigned base);

}  // namespace normscope::notebook::runtime
