// SPDX-License-Identifier: MIT
// The numbers of a lesson's text lead to their cells on the stage: the pointer on one lights its
// cell, a click or Enter selects the cell and brings its step onto the sheet. A link such as
// (#a-mask) leads to the lesson's step of that title. Tab stops once at a text's links, and arrows
// lead from one to the next.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <utility>

#include "app/lessons/inline.hpp"
#include "app/results/sheet/cells.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

class NumberLinks {
 public:
  /// `id` is that of the text; ui and workspace must outlive this.
  NumberLinks(ui::Context& ui, workspace::Workspace& workspace, std::string id)
      : ui_(ui),
        workspace_(workspace),
        id_(std::move(id)),
        group_(ui, id_, ui::Focus::Group::kAsides) {}

  /// Takes the rectangle of the text's next number, and underlines it where it leads to a cell.
  /// Some do not: printed numbers, and those of steps that are held back.
  /// map  ID/number/N, N counted from 0 over all numbers of the text
  void draw(const lessons::Inline& number, ImVec2 min, ImVec2 max);

  /// The same of a link to a step of the lesson.
  /// map  ID/step/N, N counted from 0 over all links of the text
  void draw_step(const lessons::Inline& link, ImVec2 min, ImVec2 max);

 private:
  ui::Area draw_link(ui::Widget widget, ImVec2 min, ImVec2 max);
  std::optional<results::Cell> target_of(const std::string& reference) const;

  ui::Context& ui_;
  workspace::Workspace& workspace_;
  std::string id_;
  ui::ArrowGroup group_;
  int next_ = 0;
};

}  // namespace normscope::panels
