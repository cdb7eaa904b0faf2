// SPDX-License-Identifier: MIT
// One frame of the window, independent of the renderer.
#include "app/ui/shell.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/ui/imgui_version.hpp"

namespace normscope::ui {

double next_scale(double factor, int direction) {
  // A factor from a session file may lie between two steps of the table.
  constexpr double kSame = 1e-6;
  if (direction > 0) {
    const auto* next = std::find_if(std::begin(kScaleSteps), std::end(kScaleSteps),
                                    [&](double step) { return step > factor + kSame; });
    return next == std::end(kScaleSteps) ? *std::prev(next) : *next;
  }
  const auto* next = std::find_if(std::begin(kScaleSteps), std::end(kScaleSteps),
                                  [&](double step) { return step > factor - kSame; });
  return next == std::begin(kScaleSteps) ? *next : *std::prev(next);
}

void Shell::FreeContext::operator()(ImGuiContext* context) const {
  ImGui::DestroyContext(context);
}

Shell::Shell(const ShellSettings& settings)
    : imgui_(ImGui::CreateContext()),
      theme_(make_theme(settings.theme)),
      map_(settings.ui_map ? UiMap(*settings.ui_map) : UiMap()),
      monitor_scale_(settings.monitor_scale),
      user_scale_(settings.user_scale) {
  ImGui::SetCurrentContext(imgui_.get());
  ImGuiIO& io = ImGui::GetIO();
  imgui_version::set_up(io);
  io.IniFilename = nullptr;  // the window's state is kept in the session file
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // a blinking caret would need frames
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  // The drag threshold, in pixels.
  io.MouseDragThreshold = 4;
}

Shell::~Shell() = default;

base::Expected<std::unique_ptr<Shell>> Shell::create(const ShellSettings& settings) {
  auto measure = figures::FontMeasure::load();
  if (!measure) return tl::unexpected(measure.error());
  std::unique_ptr<Shell> shell(new Shell(settings));
  shell->measure_ = *std::move(measure);
  if (auto prepared = shell->prepare(); !prepared) return tl::unexpected(prepared.error());
  return shell;
}

float Shell::scale() const {
  const double largest = *std::prev(std::end(kScaleSteps));
  return monitor_scale_ * static_cast<float>(std::min(user_scale_ * magnification_, largest));
}

void Shell::set_theme(ThemeKind kind) {
  theme_ = make_theme(kind);
  style_stale_ = true;
  pacing_.activity();
}

void Shell::set_user_scale(double factor) {
  user_scale_ = std::clamp(factor, kScaleSteps[0], *std::prev(std::end(kScaleSteps)));
  style_stale_ = fonts_stale_ = true;
  pacing_.activity();
}

void Shell::set_magnification(double factor) {
  if (factor == magnification_) return;
  magnification_ = factor;
  style_stale_ = fonts_stale_ = true;
  pacing_.activity();
}

// Together with the scale no larger than its largest step, as set_magnification says.
double Shell::growth_due() const {
  const double largest = *std::prev(std::end(kScaleSteps));
  const double most = std::max(1.0, largest / (user_scale_ * magnification_));
  return std::clamp(growth_wanted_, 1.0, most);
}

void Shell::set_monitor_scale(float content, float raster) {
  if (content == monitor_scale_ && raster == raster_) return;
  monitor_scale_ = content;
  raster_ = raster;
  style_stale_ = fonts_stale_ = true;
  pacing_.activity();
}

bool Shell::take_fonts_changed() {
  return std::exchange(fonts_changed_, false);
}

base::Expected<void> Shell::prepare() {
  if (std::exchange(style_stale_, false)) restyle(theme_, scale());
  const double growth_now = growth_due();
  if (std::exchange(growth_, growth_now) != growth_now) fonts_stale_ = true;
  if (std::exchange(fonts_stale_, false)) {
    const auto growth = static_cast<float>(growth_);
    if (auto built = fonts_.build(*measure_, scale(), raster_, growth); !built) return built;
    fonts_changed_ = true;
  }
  return {};
}

base::Expected<void> Shell::frame(ImVec2 size, double time,
                                  const std::function<void(Context&)>& draw) {
  ImGui::SetCurrentContext(imgui_.get());
  if (auto prepared = prepare(); !prepared) return prepared;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = size;
  io.DisplayFramebufferScale = {raster_, raster_};
  // ImGui needs a positive time step, even where a test's clock stands still.
  constexpr float kShortest = 1e-4F;
  io.DeltaTime = std::max(kShortest, static_cast<float>(time - last_time_));
  last_time_ = time;
  // A click outside of a popup closes it and goes through to what it meets. The popup is drawn once
  // more before the click, so that a field in it takes over what was typed.
  const std::optional<int> left = popups_left();
  input_.feed(left              ? Input::Press::kHold
              : beside_dialog() ? Input::Press::kDrop
                                : Input::Press::kPass);
  const std::optional<int> around = popups_around_request();
  ImGui::NewFrame();
  if (around && *around < imgui_->OpenPopupStack.Size) ImGui::ClosePopupToLevel(*around, true);
  if (input_.held_press()) ImGui::ClearActiveID();
  map_.begin_frame();
  focus_.begin_frame();
  hover_.touched = false;
  hover_.busy = input_.busy();

  // A copy, because `draw` may change the theme of the next frame.
  const Theme theme = theme_;
  Context context{.theme = theme,
                  .fonts = fonts_,
                  .measure = *measure_,
                  .map = map_,
                  .input = input_,
                  .pacing = pacing_,
                  .focus = focus_,
                  .gestures = gestures_,
                  .hover = hover_,
                  .draft = draft_,
                  .popups = popups_,
                  .menu = menu_,
                  .textures = textures_,
                  .scale = scale(),
                  .growth = static_cast<float>(growth_),
                  .growth_wanted = growth_wanted_,
                  .time = time};
  draw_root(context, size, draw);
  if (growth_due() != growth_) pacing_.activity();
  // A key of this frame may have closed them.
  if (input_.held_press() && *left < imgui_->OpenPopupStack.Size) {
    ImGui::ClosePopupToLevel(*left, true);
  }
  settle(context);
  ImGui::Render();
  if (fonts_.lacks_characters(*ImGui::GetDrawData())) {
    fonts_.add_all();
    fonts_stale_ = true;
    pacing_.activity();
    pacing_.outdate();
  }
  if (input_.pending()) pacing_.activity();
  pacing_.drawn();
  return map_.end_frame(pacing_.frames(), {0, 0, size.x, size.y}, scale());
}

// The number of popups and dialogs that a press at the pointer leaves open, where it closes some. A
// press on the widget that opened a popup is not meant for the widget: it puts the popup away.
std::optional<int> Shell::popups_left() const {
  const ImGuiContext& context = *imgui_;
  const auto& open = context.OpenPopupStack;
  const ImVec2 at = ImGui::GetIO().MousePos;
  int left = open.Size;
  while (left > 0) {
    const ImGuiWindow* const window = open[left - 1].Window;
    if (window == nullptr || (window->Flags & ImGuiWindowFlags_Modal) != 0) break;
    if (window->OuterRectClipped.Contains(at)) return std::nullopt;
    --left;
  }
  if (left == open.Size) return std::nullopt;
  const bool on_anchor = std::any_of(popups_.begin(), popups_.end(), [&](const auto& popup) {
    const Rect& anchor = popup.second.anchor;
    const ImRect rect(anchor.x, anchor.y, anchor.x + anchor.w, anchor.y + anchor.h);
    const ImGuiID id = ImHashStr(popup.first.data(), popup.first.size());
    return rect.Contains(at) && ImGui::IsPopupOpen(id, ImGuiPopupFlags_AnyPopupLevel);
  });
  return on_anchor ? std::nullopt : std::optional(left);
}

// A request of a widget outside of popups closes them, as a click does; one of a widget behind a
// dialog means nothing. The number of popups around the widget; nullopt: there is no request.
std::optional<int> Shell::popups_around_request() {
  if (input_.requested().empty()) return std::nullopt;
  const auto& widgets = map_.widgets();
  const Widget* at = map_.find(input_.requested());
  int around = 0;
  while (at != nullptr) {
    if (at->kind == "popup") ++around;
    at = at->whole < 0 ? nullptr : &widgets[static_cast<std::size_t>(at->whole)];
  }
  const auto& open = imgui_->OpenPopupStack;
  for (int i = around; i < open.Size; ++i) {
    const ImGuiWindow* const window = open[i].Window;
    if (window == nullptr || (window->Flags & ImGuiWindowFlags_Modal) == 0) continue;
    input_.drop_request();
    return std::nullopt;
  }
  return around;
}

// Whether the pointer is beside the dialog that all else waits for. A press there means nothing:
// the field that is being edited in the dialog goes on.
bool Shell::beside_dialog() const {
  const auto& open = imgui_->OpenPopupStack;
  const ImGuiWindow* const window = open.empty() ? nullptr : open.back().Window;
  return window != nullptr && (window->Flags & ImGuiWindowFlags_Modal) != 0 &&
         !window->OuterRectClipped.Contains(ImGui::GetIO().MousePos);
}

void Shell::draw_root(Context& context, ImVec2 size, const std::function<void(Context&)>& draw) {
  constexpr ImGuiWindowFlags kRoot =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground |
      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushFont(fonts_.at(Face::kText, theme_.metrics.text));
  ImGui::Begin("##root", nullptr, kRoot);
  ImGui::PopStyleVar();
  draw(context);
  ImGui::End();
  ImGui::PopFont();
}

// Handles input that no widget took: Tab and F6 move the focus, a click outside all widgets clears
// it.
void Shell::settle(Context& context) {
  constexpr Modifiers kShift{.shift = true};
  if (context.input.take(Key::kTab)) focus_.move(1);
  if (context.input.take({Key::kTab, kShift})) focus_.move(-1);
  if (context.input.take(Key::kF6)) focus_.move_region(1);
  if (context.input.take({Key::kF6, kShift})) focus_.move_region(-1);
  // On the ground of a popup or a dialog it does not: the focus stays in there.
  const bool on_ground = imgui_->OpenPopupStack.empty() && !focus_.claimed();
  if (on_ground && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) focus_.clear();
  if (focus_.end_frame()) pacing_.activity();
  if (!hover_.touched) hover_.forget();
}

}  // namespace normscope::ui
