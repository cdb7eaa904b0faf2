// SPDX-License-Identifier: MIT
#include "app/application/status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/document/settings.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/io/quote.hpp"
#include "core/ops/one_number.hpp"

namespace normscope::application {

namespace {

// Where each group has one number, what is shown of it says nothing.
void add_one_number(const document::Document& document, std::vector<ui::StatusItem>& items) {
  if (document.subject == document::Subject::kChain) return;
  const std::string note = ops::one_number_note(document::shape_after_layers(document),
                                                document::core_operation(document));
  if (note.empty()) return;
  items.push_back({.id = "one-number",
                   .text = note.substr(0, note.find(", and")),
                   .help = {"Groups of one number",
                            "Of a single number a normalization leaves nothing, and a softmax "
                            "makes 1. Was a column meant as one row, or another dimension?"},
                   .detail = true});
}

void add_result(const results::Evaluation& shown, std::vector<ui::StatusItem>& items) {
  const compute::Result& result = *shown.result;
  std::string device = result.device;
  if (result.kernel_seconds > 0) device += fmt::format(", {:.2f} ms", result.kernel_seconds * 1e3);
  items.push_back({.id = "device",
                   .text = std::move(device),
                   .help = {"Device", "What computed the output, and how long it took."},
                   .detail = true});
  if (!result.note.empty()) {
    items.push_back(
        {.id = "note", .text = result.note, .help = {"Device", result.note}, .detail = true});
  }
  const auto checked = static_cast<std::int64_t>(shown.group_errors.size());
  if (checked == 0) return;  // of a chain, which nothing computes a second time
  const bool all = checked == shown.groups;
  items.push_back(
      {.id = "error",
       .text = fmt::format("largest difference to reference {:.2g} ULP{}", shown.error.ulps,
                           all ? "" : fmt::format(" (of {} groups)", checked)),
       .help = {"Difference to the reference",
                "Every output is compared with the same operation in double precision, in units "
                "of the last place of float32."},
       .detail = true});
}

void add_computing(const workspace::Workspace& workspace, const Computing& computing,
                   std::vector<ui::StatusItem>& items) {
  if (computing.progress) {
    items.push_back({.id = "progress",
                     .text = fmt::format("computing {:3.0f} %", 100 * *computing.progress),
                     .tone = ui::Tone::kAccent,
                     .share = *computing.progress});
    items.push_back({.id = "stop",
                     .text = "Stop",
                     .tone = ui::Tone::kAccent,
                     .help = {"Stop", "Gives up this result; F5 computes it again."},
                     .clickable = true});
  } else if (computing.busy && (workspace.view.waiting || workspace.awaits_result())) {
    items.push_back({"busy", "computing", ui::Tone::kAccent, {}});
  }
}

void add_reading(const SessionFile::Reading& reading, std::vector<ui::StatusItem>& items) {
  items.push_back({.id = "reading",
                   .text = fmt::format("opening {} {:3.0f} %", io::printable(reading.name),
                                       100 * reading.share),
                   .tone = ui::Tone::kAccent,
                   .share = reading.share});
  items.push_back({.id = "stop-reading",
                   .text = "Stop",
                   .tone = ui::Tone::kAccent,
                   .help = {"Stop", "The file is not opened; what is shown stays."},
                   .clickable = true});
}

void add_changed_file(const std::string& name, std::vector<ui::StatusItem>& items) {
  items.push_back({.id = "changed-file",
                   .text = fmt::format("{} was changed by another program", io::printable(name)),
                   .tone = ui::Tone::kWarning});
  items.push_back(
      {.id = "reload",
       .text = "Reload",
       .tone = ui::Tone::kAccent,
       .help = {"Reload", "Takes the file as it is now. Undo brings back what is here."},
       .clickable = true});
  items.push_back({.id = "keep-mine",
                   .text = "Keep mine",
                   .tone = ui::Tone::kAccent,
                   .help = {"Keep mine", "Leaves what is here. Saving replaces the file."},
                   .clickable = true});
}

void add_running_cell(const cells::CellResults& lesson_cells, std::vector<ui::StatusItem>& items) {
  items.push_back({"cells",
                   fmt::format("cell {} {}", lesson_cells.running,
                               lesson_cells.waits ? "waits for a line"
                                                  : cells::running_text(*lesson_cells.seconds)),
                   ui::Tone::kAccent,
                   {"Cells", "The lesson's code is running beside the window."}});
  items.push_back({.id = "stop-cells",
                   .text = "Stop",
                   .tone = ui::Tone::kAccent,
                   .help = {"Stop", "Interrupts the cell; those after it do not run."},
                   .clickable = true});
}

void add_unconfined(std::vector<ui::StatusItem>& items) {
  items.push_back({.id = "unconfined",
                   .text = "cells unconfined",
                   .tone = ui::Tone::kWarning,
                   .help = {"Cells run unconfined",
                            "They can read, change and send all that you can. It holds until "
                            "another file is opened, or the cells are confined again."}});
}

}  // namespace

std::vector<ui::StatusItem> status_items(const workspace::Workspace& workspace,
                                         const Computing& computing, const std::string& notice) {
  std::vector<ui::StatusItem> items;
  const tensor::Shape shape =
      workspace.document().inputs[workspace.document().input].values.shape();
  const lessons::Lesson* const lesson = lesson_of(workspace);
  const std::string at_hand = !computing.file.empty() ? computing.file
                              : lesson != nullptr     ? lesson->title
                                                      : std::string();
  if (!at_hand.empty()) {
    items.push_back({"file",
                     io::printable(at_hand),
                     ui::Tone::kText,
                     {"At hand", "The file or the lesson that is open."}});
  }
  items.push_back({"batch",
                   fmt::format("batch {}", fmt::join(shape, " \xc3\x97 ")),
                   ui::Tone::kMuted,
                   {"Batch", "The shape of the input."}});
  add_one_number(workspace.document(), items);
  if (workspace.shown && workspace.shown->result) add_result(*workspace.shown, items);
  if (computing.reading) add_reading(*computing.reading, items);
  add_computing(workspace, computing, items);
  if (workspace.cells && workspace.cells->unconfined) add_unconfined(items);
  if (workspace.cells && workspace.cells->seconds) add_running_cell(*workspace.cells, items);
  if (!computing.changed_file.empty()) add_changed_file(computing.changed_file, items);
  if (workspace.error) {
    items.push_back({.id = "trouble",
                     .text = io::printable(workspace.error->sentence),
                     .tone = ui::Tone::kError,
                     .help = {"What happened", workspace.error->sentence, "",
                              "Click it: it says what was kept and what to do."},
                     .clickable = true});
  } else if (!notice.empty()) {
    items.push_back({"notice", io::printable(notice), ui::Tone::kMuted, {}});
  }
  return items;
}

workspace::Command status_command(std::string_view id) {
  if (id == "stop") return workspace::StopComputing{};
  if (id == "stop-reading") return workspace::StopReading{};
  if (id == "reload") return workspace::Reload{};
  if (id == "keep-mine") return workspace::KeepMine{};
  if (id == "stop-cells") return workspace::StopCells{};
  return workspace::ShowError{};
}

}  // namespace normscope::application
