// SPDX-License-Identifier: MIT
// No frame does work in proportion to the batch: with ten million numbers open, the pages of memory
// that frames touch are counted, by the marks that the processor sets on them.
//
// Exit status: 0 it holds, 1 it does not, 77 the system does not tell which pages were touched.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "core/io/tensor_file.hpp"
#include "tests/hands/drawn_window.hpp"
#include "tests/hands/processes.hpp"

namespace normscope::hands {
namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 77;
constexpr std::size_t kRows = 10'000;
constexpr std::size_t kColumns = 1000;
constexpr std::size_t kBytes = kRows * kColumns * sizeof(float);
// A page that is touched may be a large one of 2 MB.
constexpr std::size_t kMostTouched = kBytes / 4;
constexpr int kPatience = 600;  // tenths of a second

// Takes the marks off all pages of this process.
bool forget_touched() {
  std::ofstream file("/proc/self/clear_refs");
  file << "1" << std::flush;
  return file.good();
}

// The bytes touched since then in pieces of memory that can hold the batch.
std::size_t touched() {
  std::ifstream file("/proc/self/smaps");
  std::size_t sum = 0;
  std::size_t size = 0;
  constexpr std::size_t kKilo = 1024;
  for (std::string line; std::getline(file, line);) {
    const auto number = [&] { return std::stoul(line.substr(line.find(':') + 1)) * kKilo; };
    if (line.starts_with("Size:")) size = number();
    if (line.starts_with("Referenced:") && size >= kBytes) sum += number();
  }
  return sum;
}

// Lets everything be computed and checked that is done beside the window. What is touched does not
// tell: a processor that knows a page already marks it no more.
void wait_until_quiet(Window& window) {
  for (int i = 0; i < kPatience; ++i) {
    window.rest();
    const std::size_t before = window.frames();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const bool asleep = sleeps(getpid(), gettid());
    window.rest();
    if (asleep && window.frames() == before) return;
  }
  throw std::runtime_error("the threads beside the window do not come to an end");
}

struct Step {
  std::string_view words;
  void (*act)(Window&);
};

void move_over(Window& window, std::string_view id) {
  for (const ui::Widget& widget : window.widgets()) {
    if (!widget.id.starts_with(id) || !widget.visible) continue;
    window.move_to(widget.rect.x + widget.rect.w / 2, widget.rect.y + widget.rect.h / 2);
    return;
  }
  throw std::runtime_error(fmt::format("there is no {}", id));
}

constexpr std::string_view kCell = "stage/input/cell/";

// What changes nothing of the document's numbers.
constexpr std::array kSteps{
    Step{"the pointer over cells", [](Window& window) { move_over(window, kCell); }},
    Step{"the wheel over the input",
         [](Window& window) {
           move_over(window, kCell);
           window.scroll(-3);
         }},
    Step{"another size",
         [](Window& window) {
           window.resize({1500, 1000});
         }},
    Step{"the list of shortcuts",
         [](Window& window) {
           window.key({ui::Key::kF1, {}});
         }},
    Step{"Escape",
         [](Window& window) {
           window.key({ui::Key::kEscape, {}});
         }},
    Step{"Tab",
         [](Window& window) {
           window.key({ui::Key::kTab, {}});
         }},
};

// The count sees what is touched at all: where all numbers are read and computed, it is most of
// them.
void expect_computing_to_touch(Window& window) {
  forget_touched();
  for (int i = 0; i < kPatience; ++i) {
    window.rest();
    const bool open = std::ranges::any_of(window.widgets(), [](const ui::Widget& widget) {
      return widget.id == "stage/input" && widget.text.starts_with("10000");
    });
    if (open && touched() > kMostTouched) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  throw std::runtime_error("the computing of ten million numbers is not seen");
}

int run(const fs::path& folder) {
  if (!forget_touched() || touched() > kBytes) return kSkipped;
  auto batch = tensor::Tensor::full({kRows, kColumns}, 1.5F);
  if (!batch || !io::write_tensor(folder / "batch.npy", *batch)) return 1;
  batch = tensor::Tensor();
  DrawnWindow window(folder);
  window.drop({folder / "batch.npy"});
  expect_computing_to_touch(window);
  std::size_t wrong = 0;
  for (const Step& step : kSteps) {
    wait_until_quiet(window);
    const std::size_t before = window.frames();
    forget_touched();
    step.act(window);
    window.rest();
    const std::size_t bytes = touched();
    const std::size_t frames = window.frames() - before;
    fmt::print("{}: {} frames touched {} KB of {} KB\n", step.words, frames, bytes / 1024,
               kBytes / 1024);
    if (bytes > kMostTouched || frames == 0) ++wrong;
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace normscope::hands

// NOLINTNEXTLINE(bugprone-exception-escape): what else is thrown ends this program, and fails
int main() {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "normscope-frames-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return 1;
  int status = 1;
  try {
    status = normscope::hands::run(name);
  } catch (const std::exception& failed) {
    fmt::print(stderr, "{}\n", failed.what());
  }
  std::error_code ignored;
  fs::remove_all(name, ignored);
  return status;
}
