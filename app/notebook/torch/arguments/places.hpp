// SPDX-License-Identifier: MIT
// Which line of a notebook Python is at: that of the innermost frame whose code is a cell's.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "app/notebook/embedded_python/reference.hpp"

namespace normscope::notebook::torch {

using python::Ref;

struct Place {
  std::int32_t line = 0;  // from 1; 0: Python runs no cell
  std::int32_t run = 0;   // from 1
};

/// The run of each file that cells ran from, by the file's name.
using RunsOfFiles = std::map<std::string, std::int32_t, std::less<>>;

class Places {
 public:
  /// `runs` may grow.
  explicit Places(const RunsOfFiles& runs) : runs_(runs) {}
  Place now();

 private:
  // Python counts lines from the start of the code each time, so places are kept by code and
  // instruction. A reference keeps the code alive, so that no other code gets its address.
  struct Known {
    Ref code{};
    int instruction = -1;
    Place place{};
  };
  static constexpr std::size_t kKnown = 512;
  Place place_of(PyCodeObject* code, int instruction);

  const RunsOfFiles& runs_;
  std::array<Known, kKnown> known_{};
};

}  // namespace normscope::notebook::torch
