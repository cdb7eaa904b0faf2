// SPDX-License-Identifier: MIT
#include "tests/faults/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "app/document/edits.hpp"
#include "app/document/session/session.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/handout/handout.hpp"
#include "app/lessons/loader.hpp"
#include "app/open_save/autosave.hpp"
#include "app/open_save/figure_state.hpp"
#include "app/open_save/open_file.hpp"
#include "app/open_save/preferences.hpp"
#include "app/open_save/progress_file.hpp"
#include "app/open_save/recent_files.hpp"
#include "app/open_save/save_figure.hpp"
#include "app/open_save/save_numbers.hpp"
#include "app/results/evaluation.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::faults {
namespace {

namespace fs = std::filesystem;
using base::Expected;
using document::Document;

// Of what must not fail.
template <class T>
T must(Expected<T> made) {
  if (!made) throw std::runtime_error(made.error().sentence);
  return *std::move(made);
}
void must(const Expected<void>& done) {
  if (!done) throw std::runtime_error(done.error().sentence);
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
}

constexpr std::string_view kOld = "what was here before\n";

// The old document and the new one, which differ in one number.
const Document& new_document() {
  static const Document made =
      must(document::set_value(document::welcome_document(), document::Target::kInput, 0, 7.5F))
          .after;
  return made;
}

// An operation that writes one file, which is its old bytes or the new ones; a new one may also be
// missing.
Operation writing(const std::string& name, const std::string& file, bool over_old,
                  const std::function<Expected<void>(const fs::path&)>& write) {
  // Written once without a fault.
  const auto whole = std::make_shared<std::string>();
  Operation operation;
  operation.name = name + (over_old ? ", over a file" : ", new");
  operation.prepare = [=](const fs::path& folder) {
    if (whole->empty()) {
      must(write(folder / file));
      *whole = bytes_of(folder / file);
      fs::remove(folder / file);
    }
    if (over_old) put(folder / file, kOld);
  };
  operation.run = [=](const fs::path& folder) { return write(folder / file); };
  operation.judge = [=](const fs::path& folder, bool done) -> std::string {
    const bool there = fs::exists(folder / file);
    const std::string now = there ? bytes_of(folder / file) : "";
    if (there && now == *whole) return {};
    if (done) return fmt::format("{} was said to be written, and is not", file);
    if (over_old ? now == kOld : !there) return {};
    return fmt::format("{} has {} bytes: neither the old file nor the new one", file, now.size());
  };
  return operation;
}

// What figures and numbers are made of, before any fault.
struct Shown {
  results::Evaluation evaluation =
      results::evaluate(new_document(), 1, gpu::make_backends(), compute::Device::kCpu);
  std::unique_ptr<figures::FontMeasure> fonts = must(figures::FontMeasure::load());
  figures::Figure figure = must(figures::make_figure(
      "profile", evaluation,
      {.selection = new_document().selection, .plain = false, .document = &new_document()}));
  std::string state = must(open_save::figure_state(new_document()));
};

void add_exports(std::vector<Operation>& list, const std::shared_ptr<const Shown>& shown) {
  for (const auto& format : figures::export_formats()) {
    list.push_back(writing(fmt::format("export {}", format.name),
                           fmt::format("figure.{}", format.name), true,
                           [shown, format](const fs::path& path) {
                             figures::ExportOptions page;
                             page.dpi = 72;
                             return open_save::save_figure(path, shown->figure, format.value, page,
                                                           *shown->fonts, shown->state);
                           }));
  }
  list.push_back(
      writing("handout", "handout.pdf", true, [shown](const fs::path& path) -> Expected<void> {
        const auto lesson = lessons::read_lesson(lessons::builtin_lesson_files().front().bytes);
        if (!lesson) return tl::unexpected(lesson.error());
        const auto bytes =
            handout::make_handout(*lesson, handout::Format::kPdf, true, *shown->fonts);
        if (!bytes) return tl::unexpected(bytes.error());
        return io::write_file(path, *bytes);
      }));
  for (const char* const file : {"step.npy", "step.csv", "step.safetensors"}) {
    list.push_back(writing(fmt::format("save {}", file), file, true, [shown](const fs::path& path) {
      return open_save::save_step(path, shown->evaluation, 0);
    }));
  }
  list.push_back(writing(
      "save all steps", "steps.safetensors", false,
      [shown](const fs::path& path) { return open_save::save_steps(path, shown->evaluation); }));
}

// Two outputs of one command: both are written, or none.
Operation writing_two() {
  Operation operation;
  operation.name = "write two arrays";
  const auto one = std::make_shared<tensor::Tensor>(must(tensor::Tensor::full({2, 3}, 1)));
  operation.prepare = [](const fs::path& folder) { put(folder / "a.npy", kOld); };
  operation.run = [one](const fs::path& folder) -> Expected<void> {
    const std::vector<io::TensorOutput> outputs{{folder / "a.npy", one.get()},
                                                {folder / "b.npy", one.get()}};
    const auto written = io::write_tensors(outputs);
    if (!written) return tl::unexpected(written.error().error);
    return {};
  };
  operation.judge = [one](const fs::path& folder, bool done) -> std::string {
    const bool old_a = bytes_of(folder / "a.npy") == kOld;
    const auto a = old_a ? Expected<tensor::Tensor>(*one) : io::read_tensor(folder / "a.npy");
    if (!a || *a != *one) return "a.npy is neither the old file nor the new one";
    const bool has_b = fs::exists(folder / "b.npy");
    if (has_b && io::read_tensor(folder / "b.npy") != *one) return "b.npy is not whole";
    if (done && (old_a || !has_b)) return "both were said to be written, and are not";
    return {};
  };
  return operation;
}

void add_settings(std::vector<Operation>& list) {
  list.push_back(writing("preferences", "preferences.json", true, [](const fs::path& path) {
    open_save::Preferences preferences;
    preferences.window.scale = 2;
    return open_save::write_preferences(path, preferences);
  }));
  list.push_back(writing("preferences in a new folder", "config/normscope/preferences.json", false,
                         [](const fs::path& path) {
                           return open_save::write_preferences(path, open_save::Preferences{});
                         }));
  list.push_back(writing("recent files", "recent.json", false, [](const fs::path& path) {
    return open_save::RecentFiles(path).add("/somewhere/x.npy", 1'764'000'000);
  }));
  const std::string answers = open_save::progress_file_name("first-look");
  list.push_back(writing("answers", answers, true, [](const fs::path& path) {
    return open_save::write_progress(path.parent_path(), "first-look", lessons::Progress{});
  }));
}

// The document of what a start finds; null where it finds nothing.
std::unique_ptr<Document> offered(const fs::path& folder) {
  auto found = open_save::find_kept_sessions(folder);
  if (!found.faults.empty()) throw std::runtime_error(found.faults.front());
  if (found.sessions.size() > 1) throw std::runtime_error("one session became two");
  if (found.sessions.empty()) return nullptr;
  auto opened = open_save::open_file(found.sessions.front().file);
  if (!opened) throw std::runtime_error(opened.error().sentence);
  return std::make_unique<Document>(std::move(opened->document));
}

// Changes are kept a second time while the first are in their file: the next start offers one or
// the other.
Operation keeping() {
  Operation operation;
  operation.name = "keep unsaved changes";
  operation.prepare = [](const fs::path&) {};
  operation.run = [](const fs::path& folder) -> Expected<void> {
    const std::string kept = open_save::kept_text({}, document::to_session(new_document()));
    auto session = open_save::new_kept_session(folder / "sessions");
    if (!session) return tl::unexpected(session.error());
    if (auto old = io::write_file(session->file, kept); !old) return old;
    // From here on something is kept, whatever fails.
    put(folder / "kept", "");
    open_save::Autosave autosave(
        folder / "sessions", [] {}, std::chrono::milliseconds(0));
    autosave.take_over(*std::move(session));
    autosave.keep({}, document::welcome_document());
    autosave.wait();
    if (auto failure = autosave.take_failure()) {
      return base::fail(base::ErrorKind::kUnwritable, *std::move(failure));
    }
    return {};
  };
  operation.judge = [](const fs::path& folder, bool done) -> std::string {
    try {
      const auto document = offered(folder / "sessions");
      if (!document) return fs::exists(folder / "kept") ? "the next start offers nothing" : "";
      if (*document == document::welcome_document()) return {};
      if (*document != new_document()) return "the next start offers something else";
      return done ? "the next start offers older changes" : "";
    } catch (const std::exception& wrong) {
      return wrong.what();
    }
  };
  return operation;
}

// Reading changes nothing: the document is that of the file, or there is an error.
Operation opening(const std::string& file, const std::function<void(const fs::path&)>& make) {
  Operation operation;
  operation.name = "open " + file;
  const auto right = std::make_shared<std::optional<open_save::Opened>>();
  const auto bytes = std::make_shared<std::string>();
  operation.prepare = [=](const fs::path& folder) {
    make(folder / file);
    if (*right) return;
    *right = must(open_save::open_file(folder / file));
    *bytes = bytes_of(folder / file);
  };
  operation.run = [=](const fs::path& folder) -> Expected<void> {
    const auto opened = open_save::open_file(folder / file);
    if (!opened) return tl::unexpected(opened.error());
    const bool same = opened->kind == (*right)->kind && opened->document == (*right)->document &&
                      opened->lesson.has_value() == (*right)->lesson.has_value();
    if (!same) throw std::logic_error("another document was opened");
    return {};
  };
  operation.judge = [=](const fs::path& folder, bool) -> std::string {
    return bytes_of(folder / file) == *bytes ? "" : "the file was changed by being opened";
  };
  return operation;
}

void add_openings(std::vector<Operation>& list, const std::shared_ptr<const Shown>& shown) {
  const auto numbers = [](const fs::path& path) {
    must(io::write_tensor(path, must(tensor::Tensor::full({3, 4}, 2.5F))));
  };
  list.push_back(opening("session.json", [](const fs::path& path) {
    must(document::save_session(path, new_document()));
  }));
  for (const char* const file : {"x.npy", "x.csv", "x.safetensors"}) {
    list.push_back(opening(file, numbers));
  }
  for (const auto& format : figures::export_formats()) {
    if (format.value == figures::ExportFormat::kCsv) continue;
    list.push_back(opening(fmt::format("figure.{}", format.name), [=](const fs::path& path) {
      figures::ExportOptions page;
      page.dpi = 72;
      must(open_save::save_figure(path, shown->figure, format.value, page, *shown->fonts,
                                  shown->state));
    }));
  }
  list.push_back(opening("lesson.md", [](const fs::path& path) {
    put(path, lessons::builtin_lesson_files().front().bytes);
  }));
  list.push_back(opening("cells.ipynb", [](const fs::path& path) {
    put(path, R"({"cells": [{"cell_type": "code", "execution_count": null, "metadata": {},
 "source": ["x = 1"], "outputs": []}], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})");
  }));
}

}  // namespace

std::vector<Operation> all_operations() {
  const auto shown = std::make_shared<const Shown>();
  std::vector<Operation> list;
  for (const bool over_old : {true, false}) {
    list.push_back(writing("save", "session.json", over_old, [](const fs::path& path) {
      return document::save_session(path, new_document());
    }));
  }
  list.push_back(keeping());
  add_exports(list, shown);
  list.push_back(writing_two());
  add_settings(list);
  add_openings(list, shown);
  return list;
}

}  // namespace normscope::faults
