// SPDX-License-Identifier: MIT
#include "app/panels/start/lesson_card.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kPictureCardPadding = 12;
constexpr float kTitleHeight = 22;
constexpr float kPictureWidth = 92;
constexpr float kPictureHeight = 62;
constexpr float kPictureGap = 12;  // between the picture and the text
constexpr float kArrowGap = 8;     // between the maps of a picture, with an arrow in it
constexpr float kBarHeight = 4;
constexpr float kTextLeading = 1.1F;  // of the card's small text

// The length of the words that fit into a line, at least one; a number is never broken.
std::size_t fitting_words(std::string_view text, float room) {
  std::size_t fits = std::min(text.find(' '), text.size());
  while (fits < text.size()) {
    const std::size_t next = std::min(text.find(' ', fits + 1), text.size());
    if (ui::text_width(text.substr(0, next)) > room) break;
    fits = next;
  }
  return fits;
}

// Draws text in so many lines, the last cut off with "…" where it is too long.
void draw_lines(ImVec2 min, float right, int lines, std::string_view text, ui::Color color) {
  const float step = std::round(ImGui::GetTextLineHeight() * kTextLeading);
  for (int line = 0; line < lines && !text.empty(); ++line) {
    const bool last = line + 1 == lines;
    const std::size_t length = last ? text.size() : fitting_words(text, right - min.x);
    const float y = min.y + step * static_cast<float>(line);
    ui::draw_text({min.x, y}, {right, y + step}, text.substr(0, length), color, ui::Align::kLeft);
    text.remove_prefix(length);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
}

void draw_map(const Context& ui, const workspace::PictureMap& map, ImVec2 min, ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& palette = ui.theme.colors;
  const results::Overview& numbers = map.numbers;
  const auto edge = [](float from, float to, std::int64_t part, std::int64_t parts) {
    return std::floor(from + (to - from) * static_cast<float>(part) / static_cast<float>(parts));
  };
  for (std::int64_t row = 0; row < numbers.rows; ++row) {
    for (std::int64_t column = 0; column < numbers.columns; ++column) {
      const double place = map.scale.place(static_cast<double>(numbers.at(row, column)));
      list.AddRectFilled(
          {edge(min.x, max.x, column, numbers.columns), edge(min.y, max.y, row, numbers.rows)},
          {edge(min.x, max.x, column + 1, numbers.columns),
           edge(min.y, max.y, row + 1, numbers.rows)},
          ui::imgui_color(ui::heat(palette, place, map.scale.diverging)));
    }
  }
  list.AddRect(min, max, ui::imgui_color(palette.border), 0, 0, std::max(1.0F, ui.px(1)));
}

// The maps from left to right, all of one height; a column of statistics is narrow.
void draw_picture(const Context& ui, const workspace::LessonPicture& picture, ImVec2 min,
                  ImVec2 max) {
  constexpr float kNarrow = 0.25F;  // of a map of one column
  const float gap = ui.px(kArrowGap);
  const auto share = [](const workspace::PictureMap& map) {
    return map.numbers.columns == 1 ? kNarrow : 1.0F;
  };
  float shares = 0;
  for (const auto& map : picture) shares += share(map);
  const float room = max.x - min.x - gap * static_cast<float>(picture.size() - 1);
  float x = min.x;
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const float width = room * share(picture[i]) / shares;
    draw_map(ui, picture[i], {std::floor(x), min.y}, {std::floor(x + width), max.y});
    x += width + gap;
    if (i + 1 == picture.size()) break;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ui::imgui_color(ui.theme.colors.muted);
    const ImVec2 tip{x - gap / 2 + ui.px(1.5F), (min.y + max.y) / 2};
    const float wing = ui.px(2.5F);
    list.AddLine({tip.x - wing, tip.y - wing}, tip, color, ui.px(1.2F));
    list.AddLine({tip.x - wing, tip.y + wing}, tip, color, ui.px(1.2F));
  }
}

// Where the parts of a card lie.
struct CardFrame {
  ImVec2 min{};
  ImVec2 max{};
};

CardFrame draw_ground(const Context& ui, const ui::Area& here) {
  const auto& colors = ui.theme.colors;
  ui::draw_box(ui, here.min, here.max, here.hovered ? colors.hover : colors.raised,
               here.hovered ? colors.accent : colors.border, ui.px(ui.theme.metrics.card_rounding));
  const float pad = ui.px(kPictureCardPadding);
  return {{here.min.x + pad, here.min.y + pad}, {here.max.x - pad, here.max.y - pad}};
}

void draw_card_title(const Context& ui, const CardFrame& frame, std::string_view title,
                     std::string_view number = {}) {
  const auto& metrics = ui.theme.metrics;
  float left = frame.min.x;
  float bottom = frame.min.y;
  {
    const ui::WithFont font(ui, ui::Face::kTextBold, metrics.heading);
    bottom += ImGui::GetTextLineHeight();
    if (!number.empty()) {
      ui::draw_text({left, frame.min.y}, {frame.max.x, bottom}, number, ui.theme.colors.muted,
                    ui::Align::kLeft);
      left += ui::text_width(number) + ui.px(metrics.gap);
    }
  }
  // A long title is written smaller.
  for (const float points : {metrics.heading, metrics.text, metrics.small}) {
    const ui::WithFont font(ui, ui::Face::kTextBold, points);
    if (points != metrics.small && ui::text_width(title) > frame.max.x - left) continue;
    ui::draw_text({left, frame.min.y}, {frame.max.x, bottom}, title, ui.theme.colors.text,
                  ui::Align::kLeft);
    break;
  }
}

std::string steps_of(const lessons::Lesson& lesson) {
  return tr_n("{n} step", "{n} steps", std::ssize(lesson.steps), arg("n", lesson.steps.size()));
}

// The length at the left, the progress at the right; its bar is in the padding below them.
void draw_card_foot(const Context& ui, const CardFrame& frame, const lessons::Lesson& lesson,
                    const lessons::Progress& progress) {
  const auto& colors = ui.theme.colors;
  const float line = ImGui::GetTextLineHeight();
  const bool done = lessons::is_done(lesson, progress);
  const std::string words = progress_words(lesson, progress);
  const float bar = ui.px(kBarHeight);
  const float text = frame.max.y - line;
  const float right = words.empty() ? 0 : ui::text_width(words) + ui.px(10);
  // Beside the progress there may be room for the steps alone.
  std::string length = lesson_length(lesson);
  if (frame.min.x + ui::text_width(length) + right > frame.max.x) {
    length = steps_of(lesson);
  }
  ui::draw_text({frame.min.x, text}, {frame.max.x - right, frame.max.y}, length, colors.muted,
                ui::Align::kLeft);
  if (words.empty()) return;
  const ui::Color color = done ? colors.good : colors.accent;
  ui::draw_text({frame.max.x - right, text}, frame.max, words, color, ui::Align::kRight);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float share = static_cast<float>(std::min(progress.furthest, lesson.last_step()) + 1) /
                      static_cast<float>(lesson.steps.size());
  const ImVec2 low{frame.min.x, frame.max.y + bar / 2};
  list.AddRectFilled(low, {frame.max.x, low.y + bar}, ui::imgui_color(colors.border), bar / 2);
  list.AddRectFilled(low, {low.x + (frame.max.x - low.x) * share, low.y + bar},
                     ui::imgui_color(color), bar / 2);
}

const workspace::LessonFile* file_of(const Workspace& workspace, const std::string& lesson) {
  const auto found = std::ranges::find(workspace.lesson_files, lesson, &workspace::LessonFile::id);
  return found == workspace.lesson_files.end() ? nullptr : &*found;
}

}  // namespace

void draw_lesson_card(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
                      float width) {
  const lessons::Progress progress = workspace::progress_in(workspace, lesson);
  const bool numbered = lesson.order > 0 && !workspace::is_own(workspace, lesson);
  const std::string id = "welcome/lesson/" + lesson.id;
  const ui::Area here =
      ui::area(ui, id, {width, ui.px(kLessonCardHeight)},
               {.text = lesson.title, .kind = "button", .value = progress_words(lesson, progress)});
  const auto& colors = ui.theme.colors;
  const CardFrame frame = draw_ground(ui, here);
  draw_card_title(ui, frame, lesson.title, numbered ? std::to_string(lesson.order) : "");
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  float left = frame.min.x;
  const float top = frame.min.y + ui.px(kTitleHeight + 3);
  const auto picture = workspace.pictures.of(lesson.id);
  if (lesson.sets_stage) {
    const ImVec2 max{left + ui.px(kPictureWidth), top + ui.px(kPictureHeight)};
    if (picture != nullptr && !picture->empty()) draw_picture(ui, *picture, {left, top}, max);
    left = max.x + ui.px(kPictureGap);
  }
  const workspace::LessonFile* const file = file_of(workspace, lesson.id);
  const bool fault = file != nullptr && file->fault;
  const std::string about = fault                  ? file->fault->sentence
                            : lesson.about.empty() ? lesson_summary(lesson)
                                                   : lesson.about;
  draw_lines({left, top - ui.px(2)}, frame.max.x, 4, about, fault ? colors.error : colors.muted);
  draw_card_foot(ui, frame, lesson, progress);
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.card_rounding));
  ui::hover_card(ui, id, {.title = lesson.title, .what = about}, here.hovered);
  if (here.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (here.activated) workspace.send(workspace::BeginLesson{lesson.id});
}

void draw_fault_card(Context& ui, const workspace::LessonFile& file, float width) {
  const std::string name = file.path.filename().string();
  const std::string id = "welcome/fault/" + name;
  const std::string& sentence = file.fault->sentence;
  const ui::Area here =
      ui::area(ui, id, {width, ui.px(kLessonCardHeight)}, {.text = sentence, .kind = "text"});
  const CardFrame frame = draw_ground(ui, here);
  draw_card_title(ui, frame, name);
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  draw_lines({frame.min.x, frame.min.y + ui.px(kTitleHeight)}, frame.max.x, 4, sentence,
             ui.theme.colors.error);
  const float line = ImGui::GetTextLineHeight();
  ui::draw_text({frame.min.x, frame.max.y - line}, frame.max, tr("read again when it is saved"),
                ui.theme.colors.muted, ui::Align::kLeft);
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.card_rounding));
  ui::hover_card(ui, id, {.title = name, .what = sentence, .tip = file.fault->hint}, here.hovered);
}

std::string lesson_summary(const lessons::Lesson& lesson) {
  std::string summary;
  for (const lessons::Block& block : lesson.steps.front().blocks) {
    if (block.kind != lessons::BlockKind::kParagraph) continue;
    for (const lessons::Inline& part : block.inlines) {
      if (!part.formula) summary += part.text;
    }
    break;
  }
  std::replace(summary.begin(), summary.end(), '\n', ' ');
  return summary;
}

std::string lesson_length(const lessons::Lesson& lesson) {
  std::vector<std::string> parts{steps_of(lesson)};
  if (const std::int64_t n = std::ssize(lessons::questions_of(lesson)); n > 0) {
    parts.push_back(tr_n("{n} question", "{n} questions", n, arg("n", n)));
  }
  if (const auto n = static_cast<std::int64_t>(lessons::score_of(lesson, {}).exercises); n > 0) {
    parts.push_back(tr_n("{n} exercise", "{n} exercises", n, arg("n", n)));
  }
  if (lesson.minutes > 0) parts.push_back(tr("about {n} min", arg("n", lesson.minutes)));
  return text::listed(parts);
}

std::string progress_words(const lessons::Lesson& lesson, const lessons::Progress& progress) {
  if (progress.furthest < 0) return {};
  if (progress.furthest < lesson.last_step()) {
    return tr("step {step} of {all}", arg("step", progress.furthest + 1),
              arg("all", lesson.steps.size()));
  }
  const lessons::Score score = lessons::score_of(lesson, progress);
  if (score.written < score.exercises) {
    return tr("{done} of {all} written", arg("done", score.written), arg("all", score.exercises));
  }
  if (score.questions == 0) return tr("done");
  if (score.answered < score.questions) {
    return tr("{done} of {all} answered", arg("done", score.answered), arg("all", score.questions));
  }
  return tr("done, {right} of {all} right", arg("right", score.right), arg("all", score.questions));
}

}  // namespace normscope::panels
