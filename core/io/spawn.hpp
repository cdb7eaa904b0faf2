// SPDX-License-Identifier: MIT
// Another program, started beside this one: it gets the descriptors that it is given and no others,
// a session of its own, and signals as a new process has them.
#pragma once

#include <spawn.h>

#include <filesystem>
#include <string>
#include <vector>

namespace normscope::io {

/// What posix_spawn is told; freed at the end.
class Spawn {
 public:
  Spawn();
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;
  ~Spawn();

  /// The program's descriptor `theirs` is this one of ours.
  void connect(int ours, int theirs);
  /// What the program writes to this descriptor goes nowhere.
  void silence(int theirs);
  void begin_in(const char* folder);

  /// Starts the program with these words, the first of which is its name, and no descriptor from
  /// `closed` on. Returns 0, or why it did not start.
  int start(const std::filesystem::path& program, std::vector<std::string> words,
            char** environment, int closed, pid_t& id);

 private:
  void note(int result);

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  int failed_ = 0;
};

}  // namespace normscope::io
