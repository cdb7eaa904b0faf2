// SPDX-License-Identifier: MIT
#include "app/application/dialogs/arrays_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/document/document.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/io/quote.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using io::ArrayEntry;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr float kArraysHeight = 250;      // points, of the list where there is room
constexpr float kLeastArraysHeight = 90;  // points, of the list in a low window
constexpr float kAroundArrays = 400;      // points, of what stands above and below the list
constexpr float kNoRoomForWords = 480;    // points; a lower one has no room for the words
constexpr std::size_t kMostRows = 200;    // that are listed; more are found by the filter
constexpr std::array<std::string_view, 3> kRoles{tr_later("input"), "gamma", "beta"};
constexpr ui::Help kRoleHelp{
    tr_later("What a click chooses"),
    tr_later("Input: the numbers on the stage. gamma scales and beta shifts the normalized values; "
             "a model has one of each for every layer norm."),
    tr_later("y = gamma * normalized + beta"),
    tr_later("Choose an input named like a layer's: its gamma and beta follow.")};

bool has_filter(std::string_view name, std::string_view filter) {
  const auto same = [](char a, char b) { return text::to_lowercase(a) == text::to_lowercase(b); };
  return std::search(name.begin(), name.end(), filter.begin(), filter.end(), same) != name.end() ||
         filter.empty();
}

std::string type_and_shape(const ArrayEntry& entry) {
  if (!entry.problem.empty()) return tr("cannot be read");
  return fmt::format("{}  {}", entry.type, tensor::shape_to_text(entry.shape));
}

}  // namespace

void ArraysDialog::open(std::string name, std::vector<ArrayEntry> entries, Take take) {
  name_ = std::move(name);
  take_ = std::move(take);
  entries_ = std::move(entries);
  choice_ = open_save::first_choice(entries_);
  role_ = Role::kInput;
  filter_.clear();
  one_ = false;
  form_.open();
}

void ArraysDialog::open_for_one(std::string name, std::vector<ArrayEntry> entries, Take take) {
  open(std::move(name), std::move(entries), std::move(take));
  one_ = true;
  choice_ = {};
}

std::string& ArraysDialog::chosen(Role role) {
  if (role == Role::kGamma) return choice_.gamma;
  return role == Role::kBeta ? choice_.beta : choice_.input;
}

// The shape that gamma and beta have to suit: of the chosen input, or of the one on the stage.
tensor::Shape ArraysDialog::input_shape(const Workspace& workspace) const {
  const auto found = std::ranges::find(entries_, choice_.input, &ArrayEntry::name);
  return found == entries_.end() ? document::shape_after_layers(workspace.document())
                                 : found->shape;
}

bool ArraysDialog::fits(const ArrayEntry& entry, const tensor::Shape& input) const {
  if (role_ == Role::kInput) return entry.problem.empty() && tensor::product(entry.shape) > 0;
  return open_save::can_scale(entry, input);
}

void ArraysDialog::choose(const std::string& name) {
  if (role_ == Role::kInput && !name.empty() && !one_) {
    choice_ = open_save::with_parameters(entries_, name);
  } else {
    chosen(role_) = name;
  }
}

void ArraysDialog::draw_choice(Context& ui, const Workspace& workspace) {
  const document::Document& document = workspace.document();
  const std::string on_stage =
      tr("stays: {input} {shape}", arg("input", document.inputs[document.input].name),
         arg("shape", tensor::shape_to_text(input_shape(workspace))));
  for (const Role role : {Role::kInput, Role::kGamma, Role::kBeta}) {
    const std::string_view what = kRoles.at(static_cast<std::size_t>(role));
    const std::string& name = chosen(role);
    const auto entry = std::ranges::find(entries_, name, &ArrayEntry::name);
    std::string text = role == Role::kInput ? on_stage : tr("none");
    if (entry != entries_.end()) {
      text = fmt::format("{}  {}", io::printable(name), tensor::shape_to_text(entry->shape));
    }
    if (ui::menu_row(ui, fmt::format("arrays/role/{}", what), tr(what), text, role == role_,
                     {.help = kRoleHelp})) {
      role_ = role;
    }
  }
}

void ArraysDialog::draw_list(Context& ui, const Workspace& workspace) {
  const float room = ImGui::GetIO().DisplaySize.y - ui.px(kAroundArrays);
  const float height = std::clamp(room, ui.px(kLeastArraysHeight), ui.px(kArraysHeight));
  const ui::Region list(ui, "arrays/list", {0, height},
                        {.ground = ui::Ground::kRaised, .padding = 4, .border = true});
  if (!list) return;
  const tensor::Shape input = input_shape(workspace);
  const std::string now = chosen(role_);
  const std::string_view none =
      role_ == Role::kInput ? tr("keep the numbers on the stage") : tr("none");
  if (!one_ && filter_.empty() && ui::menu_row(ui, "arrays/none", none, {}, now.empty())) {
    choose("");
  }
  std::size_t listed = 0;
  std::size_t matching = 0;
  for (const ArrayEntry& entry : entries_) {
    if (!has_filter(entry.name, filter_)) continue;
    const bool possible = fits(entry, input);
    if (role_ != Role::kInput && !possible) continue;
    if (++matching > kMostRows) continue;
    ++listed;
    if (ui::menu_row(ui, fmt::format("arrays/row/{}", entry.name), io::printable(entry.name),
                     type_and_shape(entry), entry.name == now, {.enabled = possible})) {
      choose(entry.name);
    }
  }
  if (matching > listed) {
    ui::caption(ui, tr("and {n} more: type a part of the name", arg("n", matching - listed)),
                "arrays/more");
  }
  if (matching == 0) {
    ui::caption(ui,
                filter_.empty() ? tr("No array has a shape that suits the input.")
                                : tr("No array that suits has this in its name."),
                "arrays/empty");
  }
}

void ArraysDialog::draw(Context& ui, const Workspace& workspace) {
  ui::Dialog dialog = form_.begin(ui, tr("What is in {file}", arg("file", name_)));
  if (!dialog) return;
  const bool low = ImGui::GetIO().DisplaySize.y < ui.px(kNoRoomForWords);
  if (!low) {
    const auto count = static_cast<std::int64_t>(entries_.size());
    ui::paragraph(
        ui,
        one_ ? tr_n("{n} array. Choose one.", "{n} arrays. Choose one.", count, arg("n", count))
             : tr_n("{n} array. Choose the input; gamma and beta are offered by names and shapes.",
                    "{n} arrays. Choose the input; gamma and beta are offered by names and shapes.",
                    count, arg("n", count)),
        ui::Tone::kMuted, "arrays/words");
    ui::space(ui, 8);
  }
  if (!one_) draw_choice(ui, workspace);
  ui::space(ui, 8);
  const ui::TextEdit filter = ui::text_field(ui, "arrays/filter", filter_, tr("part of a name"));
  ui::space(ui, 4);
  draw_list(ui, workspace);
  if (!low) ui::space(ui, 12);
  const bool input = one_ || !choice_.input.empty();
  const std::array<Form::Button, 1> accept{
      {{"accept",
        input ? tr_later("Open") : tr_later("Take gamma and beta"),
        {},
        input ? 110.0F : 180.0F}}};
  const bool accepted =
      form_.draw_buttons(ui, dialog, accept, choice_ != open_save::ArrayChoice{}).has_value();
  if (accepted || filter.cancelled) dialog.close();
  if (accepted) take_(choice_);
}

}  // namespace normscope::application
