// SPDX-License-Identifier: MIT
#include "tests/bench/window_children.hpp"

// epoxy first: it takes the place of GL's own headers.
#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <imgui.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/application/application.hpp"
#include "app/document/session/session.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/ui/platform/window.hpp"
#include "core/io/tensor_file.hpp"
#include "core/random/distributions.hpp"
#include "core/tensor/file_guard.hpp"

namespace normscope::bench {
namespace {

constexpr int kFrames = 200;
constexpr int kEdits = 25;
constexpr float kTextPoints = 14;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

std::vector<double> steps_between(const std::vector<double>& times) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
  return steps;
}

// How long memcpy takes for the numbers of a batch, from memory that was written to memory that
// was.
double copy_seconds(std::int64_t elements) {
  constexpr int kCopies = 9;
  const std::vector<float> from(static_cast<std::size_t>(elements), 1.0F);
  std::vector<float> to(from.size());
  std::vector<double> durations;
  for (int i = 0; i < kCopies; ++i) {
    const double start = seconds_now();
    std::memcpy(to.data(), from.data(), from.size() * sizeof(float));
    benchmark::DoNotOptimize(to.data());
    durations.push_back(seconds_now() - start);
  }
  return median(durations);
}

// The most memory that this process had at a time, in bytes.
double peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) * 1024;
  }
  return 0;
}

// The memory is that of the window: the copies that are timed for comparison come later.
void report(double first_frame_at, double duration, std::int64_t elements) {
  const double peak = peak_bytes();
  fmt::print("{:.9f} {:.9f} {:.9f} {:.0f}\n", first_frame_at, duration, copy_seconds(elements),
             peak);
  std::fflush(stdout);
}

// When a frame has reached the screen: what was drawn before is done when this returns.
double seconds_when_drawn() {
  glFinish();
  return seconds_now();
}

// The least that a window with a line of text in our font takes, as ImGui's examples do it.
int run_bare() {
  if (glfwInit() != GLFW_TRUE) return 1;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  const ui::WindowSettings settings;
  GLFWwindow* const window =
      glfwCreateWindow(settings.width, settings.height, "bare", nullptr, nullptr);
  const auto measure = figures::FontMeasure::load();
  if (window == nullptr || !measure) return 1;
  glfwMakeContextCurrent(window);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().Fonts->AddFontFromFileTTF((*measure)->file(formula::Face::kText).path.c_str(),
                                           kTextPoints);
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");

  std::vector<double> times;
  for (int frame = 0; frame <= kFrames; ++frame) {
    glfwPollEvents();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    ImGui::TextUnformatted("Hello");
    ImGui::Render();
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window);
    times.push_back(seconds_when_drawn());
  }
  report(times.front(), median(steps_between(times)), 0);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwTerminate();
  return 0;
}

// The program's own window, as application::show makes it. `before` runs ahead of every frame but
// the first, when the one before is on the screen, and says whether to go on.
using Before = std::function<bool(ui::Window&, const application::Application&, double now)>;

int run_application(const std::optional<std::filesystem::path>& file, const Before& before,
                    double& first_frame_at,
                    const std::function<void(ui::Window&)>& after_draw = {}) {
  std::unique_ptr<application::Application> application;
  bool failed = false;
  auto lessons = lessons::builtin_lessons_to_come();
  ui::WindowCallbacks callbacks;
  callbacks.start = [&](ui::Window& window) {
    auto made = application::Application::create(
        {[&window]() -> ui::Shell& { return window.shell(); }, [&window] { window.wake(); },
         [&window] { window.close(); }},
        std::move(lessons));
    failed = !made;
    if (made) application = *std::move(made);
    if (application && file) failed = !application->open(*file);
    if (failed) window.close();
  };
  callbacks.draw = [&](ui::Window& window, ui::Context& ui) {
    if (first_frame_at != 0 || window.shell().pacing().frames() > 0) {
      const double now = seconds_when_drawn();
      if (first_frame_at == 0) first_frame_at = now;
      if (!before(window, *application, now)) window.close();
    }
    application->draw(ui);
    // A pixel that changes: a frame that looks like the one before would not be drawn.
    const bool even = window.shell().pacing().frames() % 2 == 0;
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {1, 1},
                                                  even ? IM_COL32_BLACK : IM_COL32_WHITE);
    if (after_draw) after_draw(window);
    window.shell().pacing().activity();
  };
  const auto shown = ui::run_window({}, callbacks);
  application.reset();
  if (!shown) fmt::print(stderr, "{}\n", shown.error().sentence);
  return shown && !failed ? 0 : 1;
}

int run_frames() {
  double first_frame_at = 0;
  std::vector<double> times;
  const auto before = [&](ui::Window&, const application::Application&, double now) {
    times.push_back(now);
    return times.size() <= kFrames;
  };
  if (const int status = run_application({}, before, first_frame_at); status != 0) return status;
  report(first_frame_at, median(steps_between(times)), 0);
  return 0;
}

// A batch of random numbers in a file that goes with its owner.
class BatchFile {
 public:
  BatchFile(std::int64_t rows, std::int64_t columns)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("normscope-bench-{}.npy", static_cast<long>(::getpid()))) {
    random::Generator generator(1);
    {
      const auto x = random::randn(generator, {rows, columns});
      written_ = x && io::write_tensor(path_, *x);
    }
    // The most memory counts from here on (5: Linux's Documentation/filesystems/proc.rst).
    std::ofstream("/proc/self/clear_refs") << 5;
  }
  ~BatchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  BatchFile(const BatchFile&) = delete;
  BatchFile& operator=(const BatchFile&) = delete;
  bool written() const { return written_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool written_ = false;
};

// A session with a batch of random numbers that the document's change is applied to; it goes with
// its owner, too.
class BatchSession {
 public:
  BatchSession(std::int64_t rows, std::int64_t columns,
               const std::function<void(document::Document&)>& change)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("normscope-bench-{}.json", static_cast<long>(::getpid()))) {
    const document::Random origin{document::Distribution::kRandn, 0, 1, 1, 0};
    auto values = document::make_values(origin, {rows, columns});
    if (!values) return;
    document::Document document = document::document_of("x", origin, *std::move(values));
    change(document);
    written_ = document::save_session(path_, fitted(std::move(document))).has_value();
  }
  ~BatchSession() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  BatchSession(const BatchSession&) = delete;
  BatchSession& operator=(const BatchSession&) = delete;
  bool written() const { return written_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool written_ = false;
};

// Whether the file's numbers are on the screen. A large file is read beside the window.
bool has_numbers(const workspace::Workspace& workspace) {
  return workspace.opened > 0 && workspace.shown && !workspace.stale();
}

// Whether their result and its figure are, too.
bool is_shown(const workspace::Workspace& workspace) {
  return has_numbers(workspace) && workspace.shown->result && workspace.figures.current();
}

// Whether all values have been described, not only a sample.
bool is_exact(const workspace::Workspace& workspace) {
  return is_shown(workspace) && !results::is_coarse(*workspace.shown);
}

// From the beginning of the window until the numbers of a file are on the screen, alone or with
// their result and figure.
int run_opening(std::int64_t rows, std::int64_t columns,
                const std::function<bool(const workspace::Workspace&)>& is_there) {
  const BatchFile file(rows, columns);
  if (!file.written()) return 1;
  const double start = seconds_now();
  double first_frame_at = 0;
  double duration = 0;
  const auto before = [&](ui::Window&, const application::Application& application, double now) {
    duration = now - start;
    return !is_there(application.workspace());
  };
  if (const int status = run_application(file.path(), before, first_frame_at); status != 0) {
    return status;
  }
  report(first_frame_at, duration, rows * columns);
  return 0;
}

// A batch that rests: every frame draws the same.
int run_rest(std::int64_t rows, std::int64_t columns) {
  const BatchFile file(rows, columns);
  if (!file.written()) return 1;
  double first_frame_at = 0;
  std::vector<double> times;
  const auto before = [&](ui::Window&, const application::Application& application, double now) {
    if (is_exact(application.workspace())) times.push_back(now);
    return times.size() <= kFrames;
  };
  if (const int status = run_application(file.path(), before, first_frame_at); status != 0) {
    return status;
  }
  report(first_frame_at, median(steps_between(times)), rows * columns);
  return 0;
}

// An arrow key walks along the first row, column after column: every frame has another selection,
// and the grids of all cards scroll.
int run_walk(std::int64_t rows, std::int64_t columns) {
  const BatchFile file(rows, columns);
  if (!file.written()) return 1;
  double first_frame_at = 0;
  std::vector<double> times;
  const auto before = [&](ui::Window& window, const application::Application& application,
                          double now) {
    if (!is_shown(application.workspace())) return true;
    times.push_back(now);
    ui::Input& input = window.shell().input();
    window.shell().focus().set("stage/input");
    const auto key = times.size() % 200 < 100 ? ui::Key::kRight : ui::Key::kLeft;
    input.key(key, true, {});
    input.key(key, false, {});
    return times.size() <= kFrames;
  };
  if (const int status = run_application(file.path(), before, first_frame_at); status != 0) {
    return status;
  }
  report(first_frame_at, median(steps_between(times)), rows * columns);
  return 0;
}

enum class OfEdits { kPicture, kEachFrame };

// A digit is typed over the first number, and Enter: the clock runs from the frame that takes Enter
// until a frame that shows the evaluation of the changed document and its figure is on the screen.
// Of the frames between the first edit and the last, the longest but five in a hundred.
int run_edits(const std::filesystem::path& file, std::int64_t elements, OfEdits what) {
  double first_frame_at = 0;
  std::vector<double> durations;
  std::vector<double> frames;
  std::uint64_t revision = 0;
  double entered_at = 0;
  enum class Stage { kResting, kTyped, kTaken, kEntered } stage = Stage::kResting;
  const auto before = [&](ui::Window& window, const application::Application& application,
                          double now) {
    const workspace::Workspace& workspace = application.workspace();
    ui::Input& input = window.shell().input();
    // The first edit waits until the batch has been read and described.
    const bool begun = !durations.empty() || stage != Stage::kResting || is_exact(workspace);
    const bool settled = begun && is_shown(workspace) && !input.pending();
    if (begun) frames.push_back(now);
    const bool changed = workspace.history.revision() != revision;
    if (stage == Stage::kTaken) {  // this frame has Enter
      entered_at = now;
      stage = Stage::kEntered;
    } else if (stage == Stage::kEntered && changed && settled) {
      durations.push_back(now - entered_at);
      if (durations.size() == kEdits) return false;
      stage = Stage::kResting;
    }
    if (stage == Stage::kTyped && settled) {
      revision = workspace.history.revision();
      input.key(ui::Key::kEnter, true, {});
      input.key(ui::Key::kEnter, false, {});
      stage = Stage::kTaken;
    } else if (stage == Stage::kResting && settled) {
      window.shell().focus().set("stage/input");
      input.key(ui::Key::kHome, true, {.ctrl = true});
      input.key(ui::Key::kHome, false, {});
      input.text(U'1' + static_cast<char32_t>(durations.size() % 2));
      stage = Stage::kTyped;
    }
    return true;
  };
  if (const int status = run_application(file, before, first_frame_at); status != 0) return status;
  std::vector<double> steps = steps_between(frames);
  std::sort(steps.begin(), steps.end());
  const double longest = steps.empty() ? 0 : steps[steps.size() - 1 - steps.size() / 20];
  report(first_frame_at, what == OfEdits::kPicture ? median(durations) : longest, elements);
  return 0;
}

int run_row_edits(std::int64_t rows, std::int64_t columns, OfEdits what) {
  const BatchFile file(rows, columns);
  return file.written() ? run_edits(file.path(), rows * columns, what) : 1;
}

// Of batch norm: an edit changes a column of the output.
int run_column_edits(std::int64_t rows, std::int64_t columns) {
  const BatchSession session(rows, columns, [](document::Document& document) {
    document.norm.options.kind = ops::Normalization::kBatchNorm;
  });
  return session.written() ? run_edits(session.path(), rows * columns, OfEdits::kPicture) : 1;
}

// The profile of a row of so many numbers, zoomed in and out about its middle in every frame: each
// frame lays the line out anew.
int run_line(std::int64_t points) {
  const BatchSession session(
      1, points, [](document::Document& document) { document.view.figure = "profile"; });
  if (!session.written()) return 1;
  double first_frame_at = 0;
  std::vector<double> times;
  std::optional<ui::Rect> page;
  const auto find_page = [&page](ui::Window& window) {
    window.shell().map().turn_on();
    const ui::Widget* const found = window.shell().map().find("figure/profile");
    if (found != nullptr) page = found->rect;
  };
  const auto before = [&](ui::Window& window, const application::Application& application,
                          double now) {
    ui::Shell& shell = window.shell();
    const workspace::Workspace& workspace = application.workspace();
    const bool ready = is_shown(workspace) && page;
    if (!ready) return true;
    times.push_back(now);
    const figures::Rect& plot = workspace.figures.placed()->layout.panels.front().plot;
    const float unit = shell.scale();
    shell.input().pointer(page->x + static_cast<float>(plot.x + plot.width / 2) * unit,
                          page->y + static_cast<float>(plot.y + plot.height / 2) * unit);
    shell.input().scroll(0, times.size() % 2 == 0 ? 1.0F : -1.0F);
    return times.size() <= kFrames;
  };
  const int status = run_application(session.path(), before, first_frame_at, find_page);
  if (status != 0) return status;
  report(first_frame_at, median(steps_between(times)), points);
  return 0;
}

}  // namespace

double seconds_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

int run_window_child(const std::string& child) {
  tensor::guard_mapped_files();
  if (child == "bare") return run_bare();
  if (child == "frames") return run_frames();
  const std::string name = child.substr(0, child.find('-'));
  char* rest = nullptr;
  const std::int64_t rows = std::strtoll(child.c_str() + name.size() + 1, &rest, 10);
  if (name == "line") return run_line(rows);
  const std::int64_t columns = *rest == 'x' ? std::strtoll(rest + 1, nullptr, 10) : 0;
  if (name == "numbers") return run_opening(rows, columns, has_numbers);
  if (name == "opening") return run_opening(rows, columns, is_shown);
  if (name == "rest") return run_rest(rows, columns);
  if (name == "walk") return run_walk(rows, columns);
  if (name == "edits") return run_row_edits(rows, columns, OfEdits::kPicture);
  if (name == "column_edits") return run_column_edits(rows, columns);
  if (name == "edit_frames") return run_row_edits(rows, columns, OfEdits::kEachFrame);
  fmt::print(stderr, "no window is called '{}'\n", child);
  return 2;
}

}  // namespace normscope::bench
