// SPDX-License-Identifier: MIT
#include "tests/hands/processes.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

namespace normscope::hands {

namespace fs = std::filesystem;

std::size_t kill_children(pid_t parent, std::string_view program) {
  std::size_t killed = 0;
  std::error_code failed;
  // Each thread of the parent has its own list.
  for (fs::directory_iterator at(fmt::format("/proc/{}/task", parent), failed), end;
       !failed && at != end; at.increment(failed)) {
    std::ifstream children(at->path() / "children");
    for (pid_t child = 0; children >> child;) {
      std::error_code gone;
      const fs::path path = fs::read_symlink(fmt::format("/proc/{}/exe", child), gone);
      if (gone || path.filename() != program) continue;
      if (kill(child, SIGKILL) == 0) ++killed;
    }
  }
  return killed;
}

std::size_t memory_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::size_t whole = 0;
  std::size_t resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

double processor_seconds(pid_t process) {
  // After "NUMBER (NAME)" come eleven words, then the ticks of the program and those of the system.
  constexpr int kBetween = 11;
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string words;
  std::getline(file, words, ')');
  for (int i = 0; i < kBetween; ++i) file >> words;
  double own = 0;
  double of_system = 0;
  file >> own >> of_system;
  return (own + of_system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::vector<std::string> awake(pid_t process, pid_t but) {
  std::vector<std::string> names;
  std::error_code gone;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process), gone)) {
    if (thread.path().filename() == std::to_string(but)) continue;
    std::ifstream file(thread.path() / "stat");
    std::string line;
    std::getline(file, line);
    // "NUMBER (NAME) STATE ..."; a thread that has just ended has no line.
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || line.compare(name_end + 2, 1, "S") == 0) continue;
    names.push_back(line.substr(0, name_end + 3));
  }
  return names;
}

bool sleeps(pid_t process, pid_t but) {
  return awake(process, but).empty();
}

}  // namespace normscope::hands
