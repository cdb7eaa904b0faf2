// SPDX-License-Identifier: MIT
#include "app/application/status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "app/document/settings.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/io/quote.hpp"
#include "core/ops/one_number.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

// Where each group has one number, what is shown of it says nothing.
void add_one_number(const document::Document& document, std::vector<ui::StatusItem>& items) {
  if (document.subject == document::Subject::kChain) return;
  const std::int64_t groups = ops::groups_of_one_number(document::shape_after_layers(document),
                                                        document::core_operation(document));
  if (groups == 0) return;
  items.push_back(
      {.id = "one-number",
       .text = tr_n("the only group has one number", "each of the {n} groups has one number",
                    groups, arg("n", groups)),
       .help = {tr_later("Groups of one number"),
                tr_later("Of a single number a normalization leaves nothing, and a softmax makes "
                         "1. Was a column meant as one row, or another dimension?")},
       .detail = true});
}

void add_result(const results::Evaluation& shown, std::vector<ui::StatusItem>& items) {
  const compute::Result& result = *shown.result;
  std::string device = result.device;
  if (result.kernel_seconds > 0)
    device = text::listed(device, fmt::format("{:.2f} ms", result.kernel_seconds * 1e3));
  items.push_back(
      {.id = "device",
       .text = std::move(device),
       .help = {tr_later("Device"), tr_later("What computed the output, and how long it took.")},
       .detail = true});
  if (!result.note.empty()) {
    items.push_back({.id = "note",
                     .text = result.note,
                     .help = {tr_later("Device"), result.note},
                     .detail = true});
  }
  const auto checked = static_cast<std::int64_t>(shown.group_errors.size());
  if (checked == 0) return;  // of a chain, which nothing computes a second time
  const bool all = checked == shown.groups;
  items.push_back(
      {.id = "error",
       .text =
           all ? tr("largest difference to reference {ulps:.2g} ULP", arg("ulps", shown.error.ulps))
               : tr("largest difference to reference {ulps:.2g} ULP (of {n} groups)",
                    arg("ulps", shown.error.ulps), arg("n", checked)),
       .help = {tr_later("Difference to the reference"),
                tr_later("Every output is compared with the same operation in double precision, in "
                         "units of the last place of float32.")},
       .detail = true});
}

void add_computing(const workspace::Workspace& workspace, const Computing& computing,
                   std::vector<ui::StatusItem>& items) {
  if (computing.progress) {
    items.push_back(
        {.id = "progress",
         .text = tr("computing {percent:3.0f} %", arg("percent", 100 * *computing.progress)),
         .tone = ui::Tone::kAccent,
         .share = *computing.progress});
    items.push_back(
        {.id = "stop",
         .text = tr("Stop"),
         .tone = ui::Tone::kAccent,
         .help = {tr_later("Stop"), tr_later("Gives up this result; F5 computes it again.")},
         .clickable = true});
  } else if (computing.busy && (workspace.view.waiting || workspace.awaits_result())) {
    items.push_back({"busy", tr("computing"), ui::Tone::kAccent, {}});
  }
}

void add_reading(const SessionFile::Reading& reading, std::vector<ui::StatusItem>& items) {
  items.push_back(
      {.id = "reading",
       .text = tr("opening {file} {percent:3.0f} %", arg("file", io::printable(reading.name)),
                  arg("percent", 100 * reading.share)),
       .tone = ui::Tone::kAccent,
       .share = reading.share});
  items.push_back(
      {.id = "stop-reading",
       .text = tr("Stop"),
       .tone = ui::Tone::kAccent,
       .help = {tr_later("Stop"), tr_later("The file is not opened; what is shown stays.")},
       .clickable = true});
}

void add_changed_file(const std::string& name, std::vector<ui::StatusItem>& items) {
  items.push_back(
      {.id = "changed-file",
       .text = tr("{file} was changed by another program", arg("file", io::printable(name))),
       .tone = ui::Tone::kWarning,
       .live = true});
  items.push_back(
      {.id = "reload",
       .text = tr("Reload"),
       .tone = ui::Tone::kAccent,
       .help = {tr_later("Reload"),
                tr_later("Takes the file as it is now. Undo brings back what is here.")},
       .clickable = true});
  items.push_back(
      {.id = "keep-mine",
       .text = tr("Keep mine"),
       .tone = ui::Tone::kAccent,
       .help = {tr_later("Keep mine"), tr_later("Leaves what is here. Saving replaces the file.")},
       .clickable = true});
}

void add_running_cell(const cells::CellResults& lesson_cells, std::vector<ui::StatusItem>& items) {
  const double seconds = std::floor(*lesson_cells.seconds);
  items.push_back(
      {"cells",
       lesson_cells.waits ? tr("cell {n} waits for a line", arg("n", lesson_cells.running))
       : seconds < 1      ? tr("cell {n} running", arg("n", lesson_cells.running))
                          : tr("cell {n} running {seconds:.0f} s", arg("n", lesson_cells.running),
                               arg("seconds", seconds)),
       ui::Tone::kAccent,
       {tr_later("Cells"), tr_later("The lesson's code is running beside the window.")}});
  items.push_back(
      {.id = "stop-cells",
       .text = tr("Stop"),
       .tone = ui::Tone::kAccent,
       .help = {tr_later("Stop"), tr_later("Interrupts the cell; those after it do not run.")},
       .clickable = true});
}

void add_unconfined(std::vector<ui::StatusItem>& items) {
  items.push_back(
      {.id = "unconfined",
       .text = tr("cells unconfined"),
       .tone = ui::Tone::kWarning,
       .help = {tr_later("Cells run unconfined"),
                tr_later("They can read, change and send all that you can. It holds until another "
                         "file is opened, or the cells are confined again.")}});
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
                     {tr_later("At hand"), tr_later("The file or the lesson that is open.")}});
  }
  items.push_back(
      {"batch",
       tr("batch {shape}", arg("shape", fmt::to_string(fmt::join(shape, " \xc3\x97 ")))),
       ui::Tone::kMuted,
       {tr_later("Batch"), tr_later("The shape of the input.")}});
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
                     .help = {tr_later("What happened"), workspace.error->sentence, "",
                              tr_later("Click it: it says what was kept and what to do.")},
                     .clickable = true,
                     .live = true});
  } else if (!notice.empty()) {
    items.push_back({.id = "notice", .text = io::printable(notice), .live = true});
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
