// SPDX-License-Identifier: MIT
// normscope-kernel: CPython with the built-in torch, in a process that reaches no file's
// content, no network and no other program. What modules cells have is decided here.
#include "app/notebook/notebook_kernel/program.hpp"
#include "app/notebook/torch/module.hpp"

int main(int argc, char** argv) {
  namespace torch = normscope::notebook::torch;
  torch::Host host;
  normscope::notebook::kernel::Modules modules;
  modules.before_start = [&host](const std::atomic<bool>& stop, std::uint64_t seed) {
    host.stop = &stop;
    host.seed = seed;
    torch::register_modules(host);
  };
  modules.before_cell = [&host](int run, const std::string& file) { host.runs[file] = run; };
  modules.array_of = torch::array_of;
  modules.value_of = torch::tensor_with;
  return normscope::notebook::kernel::run_program(argc, argv, modules);
}
