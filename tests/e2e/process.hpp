// SPDX-License-Identifier: MIT
// Runs the program as a shell would, and returns its exit status and output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace normscope::testing {

struct Ended {
  int status = -1;  // the exit status, or 128 plus the signal that ended it
  std::string out;
  std::string err;
  std::int64_t peak_bytes = 0;  // the most memory that it had, or this process when it began
};

struct ProcessLimits {
  std::optional<std::uint64_t> file_bytes{};  // RLIMIT_FSIZE
  bool unprivileged = false;                  // run as user nobody, when the tests run as root
  int signal = 0;                             // sent to it, once it has written a line,
  std::function<bool()> signalled_when{};     // or once this holds
  std::string without{};                      // "landlock", "seccomp": on a system that lacks it
  std::string input{};                        // its standard input
};

/// Runs the program of this build with these arguments, in `folder`.
Ended run_normscope(const std::vector<std::string>& arguments,
                    const std::filesystem::path& folder = ".", const ProcessLimits& limits = {});

/// The arguments of a command that runs cells: by --trust on a system that cannot confine them.
std::vector<std::string> running_cells(std::vector<std::string> arguments);

}  // namespace normscope::testing
