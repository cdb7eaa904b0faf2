// SPDX-License-Identifier: MIT
// The part of the window that needs no display: ImGui's context, fonts, theme, input, focus, UI map
// and pacing. The real window and the tests drive the same shell; only the renderer differs.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/ui/context.hpp"

struct ImGuiContext;

namespace normscope::ui {

struct ShellSettings {
  ThemeKind theme = ThemeKind::kLight;
  float monitor_scale = 1;
  double user_scale = 1;
  std::optional<std::filesystem::path> ui_map{};
};

/// The steps of the user's scale factor for Ctrl + and Ctrl -.
inline constexpr std::array kScaleSteps = {0.5,  0.67, 0.75, 0.9, 1.0, 1.1,
                                           1.25, 1.5,  1.75, 2.0, 2.5, 3.0};
double next_scale(double factor, int direction);

class Shell {
 public:
  /// A shell with its fonts and its theme.
  /// errors  NotFound: a font family is not installed
  static base::Expected<std::unique_ptr<Shell>> create(const ShellSettings& settings);
  ~Shell();
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  /// Sets the store of textures for images of many cells; it must outlive the frames drawn with it.
  void set_textures(Textures* textures) { textures_ = textures; }
  void set_theme(ThemeKind kind);
  void set_user_scale(double factor);
  /// Enlarges everything by this factor on top of the user's scale, which stays as it is; together
  /// by the largest step of the user's scale at most, for the font texture grows with the square.
  void set_magnification(double factor);
  /// `content` is the monitor's scale, `raster` the framebuffer pixels per window unit.
  void set_monitor_scale(float content, float raster);
  ThemeKind theme() const { return theme_.kind; }
  double user_scale() const { return user_scale_; }
  double magnification() const { return magnification_; }
  float scale() const;

  Input& input() { return input_; }
  Pacing& pacing() { return pacing_; }
  UiMap& map() { return map_; }
  Focus& focus() { return focus_; }
  const figures::FontMeasure& measure() const { return *measure_; }

  /// Applies requested changes of theme and scale; `frame` does so, too.
  /// errors  Unreadable: a font's file
  base::Expected<void> prepare();
  /// Whether fonts were rasterized since the last call; the renderer then uploads their texture
  /// between `prepare` and `frame`.
  bool take_fonts_changed();

  /// Draws one frame into ImGui's draw data, on a screen that the renderer has filled with the
  /// theme's background. Changes of theme and scale that `draw` requests are
  /// applied before the next frame.
  /// errors  as prepare; Unwritable: the UI map's file
  base::Expected<void> frame(ImVec2 size, double time, const std::function<void(Context&)>& draw);

 private:
  explicit Shell(const ShellSettings& settings);
  void draw_root(Context& context, ImVec2 size, const std::function<void(Context&)>& draw);
  void settle(Context& context);
  double growth_due() const;
  std::optional<int> popups_left() const;
  std::optional<int> popups_around_request();
  bool beside_dialog() const;

  struct FreeContext {
    void operator()(ImGuiContext* context) const;
  };
  std::unique_ptr<ImGuiContext, FreeContext> imgui_;
  std::unique_ptr<figures::FontMeasure> measure_;
  Fonts fonts_;
  Theme theme_;
  UiMap map_;
  Input input_;
  Pacing pacing_;
  Focus focus_;
  Gestures gestures_;
  Hover hover_;
  Draft draft_;
  PopupPlaces popups_;
  MenuState menu_;
  Textures* textures_ = nullptr;
  float monitor_scale_ = 1;
  float raster_ = 1;
  double user_scale_ = 1;
  double magnification_ = 1;
  double growth_wanted_ = 1;
  double growth_ = 1;
  double last_time_ = 0;
  bool style_stale_ = true;
  bool fonts_stale_ = true;
  bool fonts_changed_ = false;
};

}  // namespace normscope::ui
