// SPDX-License-Identifier: MIT
#include "app/application/dialogs/output_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "app/application/dialogs/complaint.hpp"
#include "app/document/clipboard.hpp"
#include "app/document/comparison.hpp"
#include "app/document/explained.hpp"
#include "app/document/file_digest.hpp"
#include "app/open_save/open_file.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "core/io/quote.hpp"
#include "core/io/table.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/trace/role.hpp"
#include "core/variants/explain/explain_gradient.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::application {

using document::GivenOutput;
using document::Operation;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr std::size_t kMostAnswers = 4;  // explanations that are listed
constexpr ui::Help kTakeHelp{tr_later("Take as A"),
                             tr_later("This operation becomes A, and the output read here B.")};

constexpr ui::Help kNotTakenHelp{
    tr_later("Take as A"),
    tr_later("The stage has no such operation. Compare with A shows the output beside A.")};

// The document's operation as an explanation names it.
Operation operation_of(const document::Document& document, const variants::Explanation& answer) {
  return document::explained_operation(document, answer.operation, answer.gamma, answer.beta);
}

std::string text_of(const variants::Explanation& answer) {
  std::string text = text::labelled(answer.preset, answer.words);
  if (answer.gamma) text = text::listed(text, "gamma");
  if (answer.beta) text = text::listed(text, "beta");
  return tr("{operation}; largest error {error:.2g} ({ulps:.3g} ULP)", arg("operation", text),
            arg("error", answer.largest_error), arg("ulps", answer.ulps));
}

// All that explain the output; where none does, the nearest.
std::vector<variants::Explanation> listed_answers(const variants::Explanations& answers) {
  std::vector<variants::Explanation> listed = answers.ranked;
  if (answers.suspicion) {
    const variants::Explanation& suspected = answers.suspicion->explanation;
    std::erase_if(listed, [&](const auto& near) { return near.operation == suspected.operation; });
    listed.insert(listed.begin(), suspected);
  }
  if (answers.verdict == variants::Fit::kExplained) {
    listed.resize(1);
    listed.insert(listed.end(), answers.same_on_these_data.begin(),
                  answers.same_on_these_data.end());
  }
  if (listed.size() > kMostAnswers) listed.resize(kMostAnswers);
  return listed;
}

base::Expected<GivenOutput> read_output(open_save::Probe& probe, const io::ArrayPlace& place) {
  auto values =
      open_save::open_pipe(probe)
          .and_then([&] { return open_save::list_arrays(probe); })
          .and_then([&] { return io::read_tensor(probe.source->again(), probe.arrays, place); });
  if (!values) return tl::unexpected(values.error());
  document::Origin origin = open_save::origin_of(place);
  if (auto* const file = std::get_if<document::File>(&origin)) {
    auto digest = document::sha256_of(probe.source->again());
    if (!digest) return tl::unexpected(digest.error());
    file->sha256 = *std::move(digest);
  }
  const std::string name =
      place.array.empty() ? place.file.filename().string() : io::printable(place.array);
  return GivenOutput{name, std::move(origin), document::Array(*std::move(values))};
}

// The decimals of an input that was typed, pasted or read from a table; nothing after layers.
std::optional<int> decimals_of(const document::Document& document) {
  const document::Input& input = document.inputs[document.input];
  const auto* const file = std::get_if<document::File>(&input.origin);
  const bool text = std::holds_alternative<document::Typed>(input.origin) ||
                    (file != nullptr && io::is_table(file->path));
  if (!text || !document.layers.empty()) return std::nullopt;
  return variants::printed_decimals(input.values.values()->values());
}

// The gradient of the output that is on the stage; null while it goes forward.
trace::TensorRef upstream_of(const results::Evaluation& evaluation) {
  if (evaluation.stages.empty()) return nullptr;
  return evaluation.stages.back().trace.parameter(trace::Role::kUpstreamGradient);
}

std::string about_clipboard(base::Error error) {
  error.sentence = tr("the clipboard: {problem}", arg("problem", error.sentence));
  return in_full(error);
}

}  // namespace

bool OutputDialog::take_dropped(const std::string& path) {
  if (!open_) return false;
  path_ = path;
  return true;
}

void OutputDialog::take(const Workspace& workspace, GivenOutput given) {
  complaint_.clear();
  const results::Evaluation& shown = *workspace.shown;
  const auto& activations = upstream_of(shown) ? shown.input : shown.activations;
  // A file of one row may have been written with or without its leading dimensions of 1.
  if (given.values.size() == activations->size()) {
    if (const auto shaped = given.values.reshaped(activations->shape())) given.values = *shaped;
  }
  given_ = std::move(given);
  const auto y = given_->values.values();
  const auto dy = upstream_of(*workspace.shown);
  const variants::Known known{.x = {.decimals = decimals_of(workspace.document())}};
  search_.request(++asked_, [x = activations, dy, y, known](const std::stop_token&) -> Answer {
    return dy ? variants::explain_gradient(*x, *dy, *y, known) : variants::explain(*x, *y, known);
  });
}

void OutputDialog::read_file_or_ask() {
  using open_save::Way;
  complaint_.clear();
  auto found = open_save::probe(path_, open_save::Pipes::kLeave);
  const auto way = found.and_then([](open_save::Probe& probe) -> base::Expected<Way> {
    // What holds no numbers is for the reader of tables to refuse.
    if (probe.kind != open_save::FileKind::kNumbers) return Way::kAtOnce;
    return open_save::way_to_open(probe, {});
  });
  if (!way) {
    complaint_ = complaint(way.error(), FileUse::kRead);
    return;
  }
  probe_ = std::make_shared<open_save::Probe>(*std::move(found));
  lists_ = *way == Way::kListBeside;
  if (*way == Way::kAskArrays) {
    ask_which();
  } else if (*way == Way::kAskTable) {
    table_.open(probe_->place.file.filename().string(), probe_->front,
                [this](const io::TableChoice& choice) {
                  read_file({probe_->place.file, "", choice});
                });
  } else {
    read_file(probe_->place);
  }
}

void OutputDialog::ask_which() {
  arrays_.open_for_one(probe_->place.file.filename().string(), probe_->arrays->entries,
                       [this](const open_save::ArrayChoice& choice) {
                         read_file({probe_->place.file, choice.input});
                       });
}

// A thread of its own reads: a file may be large, and a pipe silent.
void OutputDialog::read_file(const io::ArrayPlace& place) {
  given_.reset();
  reader_.request(++read_, [probe = probe_, place](const std::stop_token&) -> ReadOutput {
    try {
      return read_output(*probe, place);
    } catch (const std::bad_alloc&) {
      return base::fail(base::ErrorKind::kTooLarge,
                        tr("there is not enough memory for its numbers"));
    }
  });
}

void OutputDialog::take_read(const Workspace& workspace) {
  const auto latest = reader_.latest();
  if (latest == nullptr || latest->number != read_ || taken_ == read_) return;
  taken_ = read_;
  if (latest->value) {
    take(workspace, *latest->value);
  } else if (std::exchange(lists_, false) &&
             open_save::way_to_open(*probe_, {}) == open_save::Way::kAskArrays) {
    ask_which();
  } else {
    complaint_ = complaint(latest->value.error(), FileUse::kRead);
  }
}

void OutputDialog::read_clipboard(const Workspace& workspace) {
  reader_.cancel();
  taken_ = read_;
  const char* const text = ImGui::GetClipboardText();
  if (text != nullptr && document::is_table_to_ask_about(text)) {
    complaint_.clear();
    table_.open(tr("the clipboard"), text,
                [this, &workspace, pasted = std::string(text)](const io::TableChoice& choice) {
                  read_text(workspace, pasted, choice);
                });
    return;
  }
  auto values = document::parse_pasted(text == nullptr ? "" : text);
  if (!values) {
    complaint_ = about_clipboard(values.error());
    return;
  }
  take(workspace, {tr("pasted output"), document::Typed{}, document::Array(*std::move(values))});
}

void OutputDialog::read_text(const Workspace& workspace, std::string_view text,
                             const io::TableChoice& choice) {
  auto table = io::read_table(text, choice);
  if (!table) {
    complaint_ = about_clipboard(table.error());
    return;
  }
  take(workspace,
       {tr("pasted output"), document::Typed{}, document::Array(std::move(table->values))});
}

void OutputDialog::draw_reading(Context& ui, const Workspace& workspace) {
  const results::Evaluation& shown = *workspace.shown;
  const auto& like = upstream_of(shown) ? shown.input : shown.activations;
  const std::string shape = tensor::shape_to_text(like->shape());
  ui::paragraph(
      ui,
      upstream_of(*workspace.shown)
          ? tr("A gradient of the input, dx, that was computed elsewhere from the numbers on the "
               "stage, of shape {shape}: a file (.npy, .npz, .safetensors, .pt, .csv, .tsv), or "
               "copied text.",
               arg("shape", shape))
          : tr("An output that was computed elsewhere from the numbers on the stage, of shape "
               "{shape}: a file (.npy, .npz, .safetensors, .pt, .csv, .tsv), or copied text.",
               arg("shape", shape)),
      ui::Tone::kMuted, "output/words");
  ui::space(ui, 8);
  const ui::TextEdit edit = browse_.field(ui, "output/path", path_, [this]() -> FileQuestion {
    return {.id = "output/file",
            .title = tr("An output from elsewhere"),
            .filters = open_save::filters_of_numbers(),
            .suggested = path_};
  });
  ui::space(ui, 8);
  const bool read = ui::button(ui, "output/read", tr("Read the file"), ui::ButtonLook::kPlain,
                               {.enabled = !path_.empty()});
  ui::beside(ui);
  const bool pasted = ui::button(ui, "output/paste", tr("Paste from the clipboard"));
  if (read || (edit.submitted && !path_.empty())) read_file_or_ask();
  if (pasted) read_clipboard(workspace);
  if (reader_.busy()) ui::caption(ui, tr("The file is being read."), "output/reading");
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "output/complaint");
  }
}

void OutputDialog::draw_answer(Context& ui, Workspace& workspace, ui::Dialog& dialog) {
  ui::space(ui, 8);
  ui::paragraph(ui,
                tr("{output}, of shape {shape}", arg("output", given_->name),
                   arg("shape", tensor::shape_to_text(given_->values.shape()))),
                ui::Tone::kText, "output/given");
  const auto latest = search_.latest();
  const bool ready = latest != nullptr && latest->number == asked_;
  if (!ready) {
    ui::caption(ui, tr("The options are being searched."), "output/sentence");
  } else if (!latest->value) {
    ui::paragraph(ui, in_full(latest->value.error()), ui::Tone::kError, "output/sentence");
  } else {
    const variants::Explanations& answers = *latest->value;
    ui::paragraph(ui, text::capitalized(answers.sentence), ui::Tone::kText, "output/sentence");
    const std::vector<variants::Explanation> listed = listed_answers(answers);
    for (std::size_t i = 0; i < listed.size(); ++i) {
      ui::space(ui, 6);
      const bool known = listed[i].kind.empty() || listed[i].kind == variants::kFreshKind;
      const bool taken =
          ui::button(ui, fmt::format("output/take/{}", i), tr("Take as A"), ui::ButtonLook::kPlain,
                     {.help = known ? kTakeHelp : kNotTakenHelp, .enabled = known});
      ui::beside(ui);
      ui::paragraph(ui, text_of(listed[i]), ui::Tone::kMuted, fmt::format("output/answer/{}", i));
      if (!taken) continue;
      apply(workspace,
            document::take_operation(workspace.document(),
                                     operation_of(workspace.document(), listed[i]), {*given_}));
      dialog.close();
    }
  }
  ui::space(ui, 12);
  if (ui::button(ui, "output/compare", tr("Compare with A"), ui::ButtonLook::kPrimary)) {
    apply(workspace, document::compare_with(workspace.document(), {.b = *given_}));
    dialog.close();
  }
  ui::beside(ui);
}

void OutputDialog::open() {
  complaint_.clear();
  given_.reset();
  reader_.cancel();
  taken_ = read_;
  form_.open();
}

void OutputDialog::draw(Context& ui, Workspace& workspace) {
  ui::Dialog dialog = form_.begin(ui, tr("Which one is it?"));
  open_ = static_cast<bool>(dialog);
  if (!open_ || !workspace.shown || !workspace.shown->activations) return;
  take_read(workspace);
  draw_reading(ui, workspace);
  if (given_) draw_answer(ui, workspace, dialog);
  (void)browse_.draw(ui, [&](const ChosenFile& chosen) -> base::Expected<void> {
    path_ = chosen.path.string();
    read_file_or_ask();
    return {};
  });
  arrays_.draw(ui, workspace);
  table_.draw(ui);
  if (!given_) ui::space(ui, 12);
  if (ui::button(ui, "output/close", tr("Close"))) dialog.close();
}

}  // namespace normscope::application
