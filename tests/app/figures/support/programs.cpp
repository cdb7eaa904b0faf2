// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/programs.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace normscope::testing {

bool has_program(std::string_view name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

ProgramOutput run_line(const std::string& line) {
  std::FILE* const pipe = popen((line + " 2>/dev/null").c_str(), "r");  // NOLINT(cert-env33-c)
  if (pipe == nullptr) return {};
  ProgramOutput output;
  std::array<char, 4096> piece{};
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), pipe)) {
    output.out.append(piece.data(), count);
  }
  const int status = pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
}

}  // namespace normscope::testing
