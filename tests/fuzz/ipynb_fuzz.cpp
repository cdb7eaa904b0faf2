// SPDX-License-Identifier: MIT
// Any bytes as a notebook and as a script: no crash, and what is accepted becomes steps that can be
// shown, with documents that fit.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/lessons/notebook_lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"

using namespace normscope;

namespace {

void check(const base::Expected<notebook::ipynb::NotebookFile>& file) {
  if (!file) {
    if (file.error().sentence.empty()) std::abort();
    return;
  }
  if (file->cells.size() > notebook::ipynb::kMostCells) std::abort();
  const auto lesson = lessons::notebook_lesson(*file, "a.ipynb");
  if (lesson.steps.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(notebook::ipynb::read_notebook(bytes));
  check(notebook::ipynb::read_script(bytes));
  return 0;
}
