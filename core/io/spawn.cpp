// SPDX-License-Identifier: MIT
#include "core/io/spawn.hpp"

#include <fcntl.h>

#include <csignal>

namespace normscope::io {

Spawn::Spawn() {
  posix_spawn_file_actions_init(&actions_);
  posix_spawnattr_init(&attributes_);
}

Spawn::~Spawn() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
}

// The first failure counts.
void Spawn::note(int result) {
  if (failed_ == 0) failed_ = result;
}

void Spawn::connect(int ours, int theirs) {
  note(posix_spawn_file_actions_adddup2(&actions_, ours, theirs));
}

void Spawn::silence(int theirs) {
  note(posix_spawn_file_actions_addopen(&actions_, theirs, "/dev/null", O_WRONLY, 0));
}

void Spawn::begin_in(const char* folder) {
  note(posix_spawn_file_actions_addchdir_np(&actions_, folder));
}

int Spawn::start(const std::filesystem::path& program, std::vector<std::string> words,
                 char** environment, int closed, pid_t& id) {
  note(posix_spawn_file_actions_addclosefrom_np(&actions_, closed));
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  note(posix_spawnattr_setsigdefault(&attributes_, &all));
  note(posix_spawnattr_setsigmask(&attributes_, &none));
  note(posix_spawnattr_setflags(
      &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  if (failed_ != 0) return failed_;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return posix_spawn(&id, program.c_str(), &actions_, &attributes_, arguments.data(), environment);
}

}  // namespace normscope::io
