// SPDX-License-Identifier: MIT
// Where the process starts: what concerns the whole process is set here, everything else is a call.
#include "app/application/application.hpp"
#include "app/cli/cli.hpp"
#include "core/base/memory.hpp"
#include "core/io/atomic_file.hpp"
#include "core/tensor/file_guard.hpp"

int main(int argc, char** argv) {
  normscope::base::share_one_heap();
  normscope::io::turn_write_signals_into_errors();
  normscope::tensor::guard_mapped_files();
  return normscope::cli::run(argc, argv, {}, normscope::application::show);
}
