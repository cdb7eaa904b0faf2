// SPDX-License-Identifier: MIT
#include "app/panels/inspector/backward_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/panels/stage/whole_number.hpp"
#include "app/results/backward.hpp"
#include "app/results/left_gradients.hpp"
#include "app/results/push.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Backward;
using document::Document;
using trace::BackwardForm;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kDirectionHelp{
    tr_later("Forward, backward"),
    tr_later("Backward shows what training computes: how much the loss grows with each number of "
             "the input, from how much it grows with each number of the output, dy."),
    "Ctrl+B", tr_later("Edit dy below the output, and watch dx, the gradient of the input.")};
constexpr ui::Help kFormHelp{
    tr_later("Form"),
    tr_later("The closed form is worked out on paper for the whole operation and has few steps. "
             "The chain rule goes back through every step, as PyTorch's autograd does. Sums of the "
             "input are those of PyTorch's own kernel: far from 0 they cancel."),
    "", tr_later("Add 100000 to every number of the input and compare what each form gives.")};
constexpr ui::Help kUpstreamHelp{
    tr_later("dy, the gradient of the output"),
    tr_later("What comes from the layers behind: the same for all numbers, a one at the selected "
             "number, random numbers, those of a cross entropy with a right answer, those of a "
             "file, or what the last backward() of the notebook brought there."),
    "",
    tr_later("Take the selected number: the gradient of the input is then a row of the Jacobian.")};
constexpr ui::Help kPushHelp{
    tr_later("Push x"),
    tr_later("Moves the numbers of the selected group along a direction: 1, the same for all; x "
             "hat, what is normalized, which scales the group; dy, whatever stands there. Some "
             "directions are forgotten: the output stands still. Undo takes it back."),
    "", tr_later("Push along 1, and then along a dy of your own.")};
constexpr ui::Help kSeedHelp{tr_later("Seed"),
                             tr_later("Where PyTorch's generator starts: torch.manual_seed(seed)."),
                             "torch.randn_like(y)", ""};
constexpr ui::Help kTargetHelp{
    tr_later("Target"),
    tr_later("The right answer of every group, counted from 0. The loss is the mean cross entropy: "
             "of a softmax the logarithm of its share, of other operations as of logits."),
    "F.cross_entropy(y, target)",
    tr_later("A target that has nearly all of the share hardly moves anything.")};

constexpr ui::Help kLeftHelp{tr_later("The notebook's gradient"),
                             tr_later("Compares dx, number by number, with the gradient that the "
                                      "notebook's own backward() gave.")};

enum class Start { kOnes, kSelected, kRandom, kTarget, kTyped, kFile, kNotebook };

Start start_of(const Document& document) {
  const Backward& backward = document.backward;
  if (backward.target) return Start::kTarget;
  if (std::holds_alternative<document::Constant>(backward.origin)) return Start::kOnes;
  if (std::holds_alternative<document::Random>(backward.origin)) return Start::kRandom;
  if (std::holds_alternative<document::File>(backward.origin)) return Start::kFile;
  return document::has_left_upstream(document) ? Start::kNotebook : Start::kTyped;
}

document::MaybeEdit begin_with(const Document& document, Start start) {
  switch (start) {
    case Start::kOnes:
      return document::fill_upstream(document, document::Constant{1});
    case Start::kSelected:
      return document::select_upstream(document);
    case Start::kRandom:
      return document::fill_upstream(document, document::Random{});
    case Start::kTarget:
      return document::aim_upstream(document, 0);
    case Start::kNotebook:
      return document::take_left_upstream(document);
    case Start::kTyped:
    case Start::kFile:
      break;
  }
  Backward typed = document.backward;
  typed.target.reset();
  typed.origin = document::Typed{};
  return document::set_backward(document, std::move(typed), tr("edit dy"));
}

void draw_start(Context& ui, Workspace& workspace) {
  const std::array<std::string_view, 7> all{
      tr("ones"),   tr("the selected number"), "randn", tr("cross entropy"), tr("typed"),
      tr("a file"), tr("notebook's dy")};
  const Document& document = workspace.document();
  const Start now = start_of(document);
  const bool left = document::left_gradient(document, "output") != nullptr;
  const auto starts = std::span(all).first(all.size() - (left ? 0 : 1));
  ui::label(ui, "dy", kUpstreamHelp);
  const auto chosen = ui::choice(ui, "inspector/upstream", starts, static_cast<std::size_t>(now),
                                 {.help = kUpstreamHelp});
  if (chosen && static_cast<Start>(*chosen) == Start::kFile) {
    return workspace.send(workspace::FillParameter{document::Target::kUpstream});
  }
  if (chosen) return apply(workspace, begin_with(document, static_cast<Start>(*chosen)));
  const auto whole = [](std::string_view text) { return read_whole(text, 0); };
  if (now == Start::kTarget) {
    ui::label(ui, tr("Target"), kTargetHelp);
    const auto typed = ui::number_field(ui, "inspector/upstream/target",
                                        static_cast<double>(*document.backward.target),
                                        {.help = kTargetHelp, .width = 80}, whole);
    if (typed) {
      apply(workspace,
            document::aim_upstream(workspace.document(), static_cast<std::int64_t>(*typed)));
    }
  } else if (now == Start::kRandom) {
    document::Random random = std::get<document::Random>(document.backward.origin);
    ui::label(ui, tr("Seed"), kSeedHelp);
    const auto typed =
        ui::number_field(ui, "inspector/upstream/seed", static_cast<double>(random.seed),
                         {.help = kSeedHelp, .width = 80}, whole);
    if (!typed) return;
    random.seed = static_cast<std::uint64_t>(*typed);
    random.position = 0;
    apply(workspace, document::fill_upstream(workspace.document(), random));
  }
}

// What the notebook's own backward pass gave, beside dx and the gradients of the parameters.
void draw_left(Context& ui, Workspace& workspace) {
  if (workspace.shown == nullptr || workspace.stale()) return;
  for (const results::LeftBeside& beside : workspace.shown->left) {
    const std::string& of = beside.left->of;
    ui::caption(ui, results::sentence_of(beside), "inspector/left/" + of);
    if (of != "input" || workspace.document().comparison) continue;
    if (ui::link(ui, "inspector/left/compare", tr("Show it beside dx"), {.help = kLeftHelp})) {
      return apply(workspace, document::compare_left_gradient(workspace.document()));
    }
  }
}

// What moves less than the last of four digits stands still.
std::string sentence_of(const results::Push& push) {
  constexpr double kStandsStill = 5e-5;
  return push.moved < kStandsStill
             ? tr("x moves by {x:.3g}, y stands still (it moves by {y:.2g})", arg("x", push.step),
                  arg("y", push.moved))
             : tr("x moves by {x:.3g}, y by {y:.4f}", arg("x", push.step), arg("y", push.moved));
}

void draw_form(Context& ui, Workspace& workspace) {
  const Document& document = workspace.document();
  std::vector<base::Name<BackwardForm>> forms;
  for (const auto& form : trace::backward_form_names()) {
    if (results::has_form(document, form.value)) forms.push_back(form);
  }
  if (forms.size() < 2) return;
  ui::label(ui, tr("Form"), kFormHelp);
  const auto chosen =
      ui::choice(ui, "inspector/form", std::span<const base::Name<BackwardForm>>(forms),
                 results::form_of(document), {.help = kFormHelp});
  if (!chosen) return;
  Backward backward = document.backward;
  backward.form = *chosen;
  apply(workspace, document::set_backward(document, std::move(backward),
                                          tr("backward by the {form}",
                                             arg("form", document::form_description(*chosen)))));
}

// Whole groups of the input are moved: what the operation forgets leaves the output as it was.
void draw_push(Context& ui, Workspace& workspace) {
  const results::Evaluation* const shown = workspace.shown.get();
  if (shown == nullptr || !results::has_direction(*shown, results::Direction::kOnes)) return;
  ui::label(ui, tr("Push x along"), kPushHelp);
  for (const auto& [direction, name] : results::direction_names()) {
    if (!results::has_direction(*shown, direction)) continue;
    if (direction != results::Direction::kOnes) {
      ui::beside_if_room(ui, ui::button_width(ui, name));
    }
    const auto id = fmt::format("inspector/push/{}", static_cast<int>(direction));
    if (!ui::button(ui, id, name, ui::ButtonLook::kPlain,
                    {.help = kPushHelp, .enabled = !workspace.stale()})) {
      continue;
    }
    auto pushed = results::push(*shown, workspace.summary.group, direction);
    if (!pushed) return apply(workspace, tl::unexpected(pushed.error()));
    const std::string sentence = sentence_of(*pushed);
    apply(workspace, std::move(pushed->edit));
    workspace.view.stage.pushed = {workspace.history.revision(), workspace.opened, sentence};
    return;
  }
  const auto& last = workspace.view.stage.pushed;
  if (last.revision == workspace.history.revision() && last.opened == workspace.opened) {
    ui::caption(ui, last.sentence, "inspector/pushed");
  }
}

}  // namespace

ui::Help backward_help() {
  return kDirectionHelp;
}

void draw_backward(Context& ui, Workspace& workspace) {
  const std::array<std::string_view, 2> directions{tr("Forward"), tr("Backward")};
  const bool on = workspace.document().backward.on;
  const auto chosen = ui::segments(ui, "inspector/direction", directions,
                                   static_cast<std::size_t>(on ? 1 : 0), {.help = kDirectionHelp});
  if (chosen) apply(workspace, document::show_backward(workspace.document(), *chosen == 1));
  ui::space(ui, 4);
  if (!workspace.document().backward.on) return;
  draw_start(ui, workspace);
  draw_form(ui, workspace);
  draw_left(ui, workspace);
  draw_push(ui, workspace);
  ui::separator(ui);
}

}  // namespace normscope::panels
