// SPDX-License-Identifier: MIT
#include "tests/app/verification/fake_python.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstdlib>

namespace normscope::testing {

namespace fs = std::filesystem;

fs::path fake_python(const TemporaryFolder& folder, std::string_view name,
                     std::string_view commands) {
  fs::path script = folder / name;
  write_file(script, fmt::format("#!/bin/sh\n{}\n", commands));
  fs::permissions(script, fs::perms::owner_all);
  return script;
}

fs::path reporting_python(const TemporaryFolder& folder, std::string_view report) {
  write_file(folder / "report", report);
  return fake_python(folder, "python3", fmt::format("cat '{}' >&3", (folder / "report").string()));
}

fs::path python_without_torch(const TemporaryFolder& folder) {
  return fake_python(folder, "python3-alone", "exit 77");
}

bool has_torch() {
  return std::system("/usr/bin/python3 -c 'import torch' 2> /dev/null") == 0;
}

std::string bytes_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(bits >> (8 * i) & 0xFFU);
  return bytes;
}

std::string report_of(const verification::Program& program, const std::vector<Changed>& changed,
                      const std::string& parting) {
  std::string report = "torch 9.8.7 FAKE\n";
  for (std::size_t i = 0; i < program.rows.size(); ++i) {
    const verification::Row& row = program.rows[i];
    const std::int64_t count = tensor::product(row.shape);
    std::vector<float> values = row.ours(0, count);
    for (const Changed& each : changed) {
      if (each.row == i) values.at(each.at) = each.value;
    }
    report += fmt::format("row {} {}\n", i, count);
    for (const float value : values) report += bytes_of(value);
    if (row.by == verification::ComputedBy::kFunction) report += parting + "\n";
  }
  return report + "end\n";
}

}  // namespace normscope::testing
