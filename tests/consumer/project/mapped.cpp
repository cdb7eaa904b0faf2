// SPDX-License-Identifier: MIT
// A file that is cut short while its numbers are used, in a program of somebody else: core installs
// no handler of signals unasked, and reads the numbers into memory; a program that asks for the
// guard leaves them in the file and learns of the damage. Prints what came of each: "read", the
// error of reading what is left, and "damaged".
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "core/io/tensor_file.hpp"
#include "core/tensor/file_guard.hpp"

using namespace normscope;

namespace {

const std::filesystem::path kPath = "numbers.npy";

bool has_handler() {
  struct sigaction action {};
  sigaction(SIGBUS, nullptr, &action);
  return action.sa_handler != SIG_DFL;
}

// The last number after the file lost its half; -1 where something else went wrong.
float last_of_cut(bool& damaged) {
  const auto ones = tensor::Tensor::full({2'000'000}, 1);
  if (!ones || !io::write_tensor(kPath, *ones)) return -1;
  const auto numbers = io::read_tensor({kPath}, {.may_stay = true});
  if (!numbers) return -1;
  std::filesystem::resize_file(kPath, std::filesystem::file_size(kPath) / 2);
  const float last = numbers->values().back();
  damaged = numbers->damaged();
  return last;
}

}  // namespace

int main() {
  bool damaged = false;
  if (last_of_cut(damaged) != 1 || damaged || has_handler()) return 1;
  const auto cut = io::read_tensor({kPath}, {.may_stay = true});
  if (cut) return 2;
  tensor::guard_mapped_files();
  if (last_of_cut(damaged) != 0 || !damaged || !has_handler()) return 3;
  std::printf("read, %s, damaged\n",
              cut.error().kind == base::ErrorKind::kMalformed ? "malformed" : "?");
}
