// SPDX-License-Identifier: MIT
// A shell script in the place of python3, which answers what a test tells it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/verification/program.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {

/// Writes an executable script of these commands; its descriptors are those of report.py.
std::filesystem::path fake_python(const TemporaryFolder& folder, std::string_view name,
                                  std::string_view commands);

/// A python3 that reports these bytes and ends.
std::filesystem::path reporting_python(const TemporaryFolder& folder, std::string_view report);

/// A python3 without torch.
std::filesystem::path python_without_torch(const TemporaryFolder& folder);

/// Whether Debian's PyTorch is here; else its tests are skipped with this sentence.
bool has_torch();
inline constexpr std::string_view kNoTorch =
    "nothing was computed by PyTorch: Debian's python3-torch is not here";

/// The bytes of a number in a report.
std::string bytes_of(float value);

/// What PyTorch reports when it computes what we compute: `changed` sets number `at` of row `row`,
/// `parting` is the line in which it compares its own steps with its own function.
struct Changed {
  std::size_t row = 0;
  std::size_t at = 0;
  float value = 0;
};
std::string report_of(const verification::Program& program,
                      const std::vector<Changed>& changed = {},
                      const std::string& parting = "part 0 -1 0 0");

}  // namespace normscope::testing
