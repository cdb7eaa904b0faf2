// SPDX-License-Identifier: MIT
// GLFW and OpenGL around the shell.
#include "app/ui/platform/window.hpp"

// epoxy first: it takes the place of GL's own headers.
#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "app/ui/platform/full_screen.hpp"
#include "app/ui/platform/gl_textures.hpp"
#include "app/ui/platform/keys.hpp"
#include "app/ui/platform/window_handle.hpp"
#include "app/ui/platform/window_icon.hpp"
#include "app/ui/presented_frame.hpp"
#include "core/base/environment.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

// GLFW's error callback has no user data, so the message is fetched after a failed call.
std::string glfw_reason() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return reason == nullptr ? tr("no reason is given") : reason;
}

base::Error no_display(const std::string& reason) {
  return {base::ErrorKind::kUnavailable,
          tr("no window can be opened: {reason}", arg("reason", reason))};
}

// GLFW 3.4 tries Wayland first, whose library prints errors when there is no folder for its socket;
// in that case only X11 is tried.
void choose_platform() {
#ifdef GLFW_PLATFORM
  const bool has_folder = base::environment(base::Variable::kRuntimeDir).has_value();
  if (!has_folder && glfwPlatformSupported(GLFW_PLATFORM_X11)) {
    glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
  }
#endif
}

class GlfwLibrary {
 public:
  GlfwLibrary() : started_(start()) {}
  ~GlfwLibrary() {
    if (started_) glfwTerminate();
  }
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;
  bool started() const { return started_; }

 private:
  static bool start() {
    choose_platform();
    return glfwInit() == GLFW_TRUE;
  }
  bool started_;
};

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
struct DestroyCursor {
  void operator()(GLFWcursor* cursor) const { glfwDestroyCursor(cursor); }
};
using WindowHandle = std::unique_ptr<GLFWwindow, DestroyWindow>;
using CursorHandle = std::unique_ptr<GLFWcursor, DestroyCursor>;

// ImGui's OpenGL renderer; must be destroyed before the OpenGL context.
class Renderer {
 public:
  Renderer() : ready_(ImGui_ImplOpenGL3_Init("#version 330 core")) {}
  ~Renderer() {
    if (ready_) ImGui_ImplOpenGL3_Shutdown();
  }
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  bool ready() const { return ready_; }

 private:
  bool ready_;
};

// Prefers OpenGL 4.3, which computing on the GPU needs; drawing needs 3.3.
WindowHandle open_window(const WindowSettings& settings) {
  constexpr std::array<std::pair<int, int>, 2> kVersions = {{{4, 3}, {3, 3}}};
  for (const auto& [major, minor] : kVersions) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    // Desktops find the desktop file by these names.
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "normscope");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "normscope");
#ifdef GLFW_WAYLAND_APP_ID
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "normscope");
#endif
    WindowHandle window(glfwCreateWindow(settings.width, settings.height, settings.title.c_str(),
                                         nullptr, nullptr));
    if (window) return window;
  }
  return nullptr;
}

// The scale that the environment sets in place of the monitor's.
std::optional<float> scale_from_environment() {
  const auto given = base::environment(base::Variable::kScale);
  if (!given) return std::nullopt;
  const auto scale = text::parse_double(*given);
  constexpr double kLeast = 0.5;
  constexpr double kMost = 4;
  if (!scale || !(*scale >= kLeast && *scale <= kMost)) return std::nullopt;
  return static_cast<float>(*scale);
}

class RealWindow final : public Window {
 public:
  RealWindow(WindowHandle handle, const std::optional<Placement>& placement,
             const WindowCallbacks& callbacks)
      : handle_(std::move(handle)), callbacks_(callbacks), placement_(placement) {}

  void wake() override {
    woken_ = true;
    glfwPostEmptyEvent();
  }
  void close() override { glfwSetWindowShouldClose(handle_.get(), GLFW_TRUE); }
  void end() override {
    ended_ = true;
    wake();
  }
  void set_title(const std::string& title) override {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(handle_.get(), title.c_str());
  }
  const std::string& title() const override { return title_; }
  void set_full_screen(bool on) override {
    full_screen_.set(handle_.get(), on);
    shell_->pacing().activity();
  }
  Placement placement() override {
    note_placement();
    return placement_.value_or(Placement{});
  }
  Shell& shell() override { return *shell_; }
  bool active() const override {
    return glfwGetWindowAttrib(handle_.get(), GLFW_FOCUSED) == GLFW_TRUE;
  }
  std::string handle() const override { return handle_of(handle_.get()); }
  std::string description() const override;

  base::Expected<void> prepare(base::Expected<std::unique_ptr<Shell>> shell);
  base::Expected<void> loop();

 private:
  static RealWindow& of(GLFWwindow* window) {
    return *static_cast<RealWindow*>(glfwGetWindowUserPointer(window));
  }
  void listen();
  void connect_clipboard();
  void read_scale();
  void note_placement();
  void show_cursor();
  base::Expected<void> draw_frame();

  WindowHandle handle_;
  const WindowCallbacks& callbacks_;
  std::unique_ptr<Shell> shell_;
  std::unique_ptr<Renderer> renderer_;
  GlTextures textures_{};
  PresentedFrame presented_{};
  bool unchanged_ = false;  // the last frame looked like the one before, and was not presented
  std::array<CursorHandle, ImGuiMouseCursor_COUNT> cursors_;
  ImGuiMouseCursor cursor_ = ImGuiMouseCursor_Arrow;
  std::string title_;
  FullScreen full_screen_{};
  std::optional<Placement> placement_;
  bool moved_ = true;  // since the placement was noted
  std::atomic<bool> woken_ = false;
  std::atomic<bool> ended_ = false;
};

base::Expected<void> RealWindow::prepare(base::Expected<std::unique_ptr<Shell>> shell) {
  glfwMakeContextCurrent(handle_.get());
  glfwSwapInterval(1);
  if (!shell) return tl::unexpected(shell.error());
  shell_ = *std::move(shell);
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  renderer_ = std::make_unique<Renderer>();
  if (!renderer_->ready()) {
    return base::fail(base::ErrorKind::kUnavailable,
                      tr("OpenGL 3.3 could not be prepared to draw"));
  }
  shell_->set_textures(&textures_);
  glfwSetWindowUserPointer(handle_.get(), this);
  listen();
  connect_clipboard();
  read_scale();
  const auto standard = [this](ImGuiMouseCursor cursor, int shape) {
    cursors_.at(static_cast<std::size_t>(cursor)).reset(glfwCreateStandardCursor(shape));
  };
  standard(ImGuiMouseCursor_TextInput, GLFW_IBEAM_CURSOR);
  standard(ImGuiMouseCursor_ResizeEW, GLFW_HRESIZE_CURSOR);
  standard(ImGuiMouseCursor_ResizeNS, GLFW_VRESIZE_CURSOR);
  standard(ImGuiMouseCursor_Hand, GLFW_HAND_CURSOR);
  return {};
}

std::string RealWindow::description() const {
  const auto words = [](GLenum name) {
    // OpenGL's text is of unsigned characters.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    const auto* const text = reinterpret_cast<const char*>(glGetString(name));
    return text == nullptr ? "unknown" : text;
  };
  return fmt::format("window: OpenGL {}, {}\nwindow libraries: GLFW {}, Dear ImGui {}\n",
                     words(GL_VERSION), words(GL_RENDERER), glfwGetVersionString(), IMGUI_VERSION);
}

void RealWindow::listen() {
  GLFWwindow* const window = handle_.get();
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    auto& self = of(w);
    // X11 reports a modifier's own key without the modifier bit at the press and with it at the
    // release.
    auto modifiers = modifiers_of_glfw(mods);
    const bool down = action != GLFW_RELEASE;
    if (key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL) modifiers.ctrl = down;
    if (key == GLFW_KEY_LEFT_SHIFT || key == GLFW_KEY_RIGHT_SHIFT) modifiers.shift = down;
    if (key == GLFW_KEY_LEFT_ALT || key == GLFW_KEY_RIGHT_ALT) modifiers.alt = down;
    self.shell_->input().key(key_of_glfw(key, scancode), down, modifiers);
    self.shell_->pacing().activity();
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned int codepoint) {
    of(w).shell_->input().text(codepoint);
    of(w).shell_->pacing().activity();
  });
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    of(w).shell_->input().pointer(static_cast<float>(x), static_cast<float>(y));
    of(w).shell_->pacing().activity();
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
    if (entered == GLFW_FALSE) of(w).shell_->input().pointer_left_window();
    of(w).shell_->pacing().activity();
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    constexpr std::array kButtons = {Button::kLeft, Button::kRight, Button::kMiddle};
    if (button < 0 || button >= static_cast<int>(kButtons.size())) return;
    const bool down = action == GLFW_PRESS;
    of(w).shell_->input().button(kButtons.at(static_cast<std::size_t>(button)), down);
    of(w).shell_->pacing().activity();
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    of(w).shell_->input().scroll(static_cast<float>(x), static_cast<float>(y));
    of(w).shell_->pacing().activity();
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    of(w).shell_->input().focus(focused == GLFW_TRUE);
    of(w).shell_->pacing().activity();
  });
  glfwSetWindowContentScaleCallback(window,
                                    [](GLFWwindow* w, float, float) { of(w).read_scale(); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) {
    of(w).read_scale();
    of(w).moved_ = true;
    of(w).shell_->pacing().activity();
  });
  glfwSetWindowPosCallback(window, [](GLFWwindow* w, int, int) { of(w).moved_ = true; });
  glfwSetWindowMaximizeCallback(window, [](GLFWwindow* w, int) { of(w).moved_ = true; });
  // What was on the screen is lost.
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) {
    of(w).presented_.forget();
    of(w).shell_->pacing().activity();
  });
  glfwSetWindowIconifyCallback(window,
                               [](GLFWwindow* w, int) { of(w).shell_->pacing().activity(); });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** names) {
    auto& self = of(w);
    if (self.callbacks_.dropped) {
      self.callbacks_.dropped(self, std::vector<std::filesystem::path>(names, names + count));
    }
    self.shell_->pacing().activity();
  });
}

void RealWindow::connect_clipboard() {
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = handle_.get();
  io.GetClipboardTextFn = [](void* window) {
    const char* const text = glfwGetClipboardString(static_cast<GLFWwindow*>(window));
    return text == nullptr ? "" : text;
  };
  io.SetClipboardTextFn = [](void* window, const char* text) {
    glfwSetClipboardString(static_cast<GLFWwindow*>(window), text);
  };
}

void RealWindow::read_scale() {
  float content_x = 1;
  float content_y = 1;
  glfwGetWindowContentScale(handle_.get(), &content_x, &content_y);
  int width = 0;
  int pixels = 0;
  int height = 0;
  glfwGetWindowSize(handle_.get(), &width, &height);
  glfwGetFramebufferSize(handle_.get(), &pixels, &height);
  // Where a window unit is not a pixel, the window unit already contains part of the monitor's
  // scale.
  const float raster =
      width > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1.0F;
  const float wanted = scale_from_environment().value_or(content_x / raster);
  shell_->set_monitor_scale(wanted, raster);
}

void RealWindow::note_placement() {
  if (full_screen_.on() || !std::exchange(moved_, false)) return;
  placement_ = placement_of(handle_.get(), placement_);
}

void RealWindow::show_cursor() {
  const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
  if (wanted == cursor_) return;
  cursor_ = wanted;
  GLFWcursor* const shape =
      wanted >= 0 ? cursors_.at(static_cast<std::size_t>(wanted)).get() : nullptr;
  glfwSetCursor(handle_.get(), shape);
}

base::Expected<void> RealWindow::draw_frame() {
  int width = 0;
  int height = 0;
  glfwGetWindowSize(handle_.get(), &width, &height);
  if (width <= 0 || height <= 0 ||
      glfwGetWindowAttrib(handle_.get(), GLFW_ICONIFIED) == GLFW_TRUE) {
    shell_->pacing().skip();
    return {};
  }
  note_placement();
  const ImVec2 size = {static_cast<float>(width), static_cast<float>(height)};
  if (auto prepared = shell_->prepare(); !prepared) return prepared;
  ImGui_ImplOpenGL3_NewFrame();  // the first one makes the fonts' texture, too
  if (shell_->take_fonts_changed() && shell_->pacing().frames() > 0) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    presented_.forget();
  }
  if (callbacks_.before) callbacks_.before(*this);
  auto drawn = shell_->frame(size, glfwGetTime(), [&](Context& ui) { callbacks_.draw(*this, ui); });
  if (!drawn) return drawn;
  if (callbacks_.after) callbacks_.after(*this);
  unchanged_ = false;
  if (!shell_->pacing().shows_frame()) return {};
  show_cursor();
  unchanged_ = !presented_.replace(*ImGui::GetDrawData());
  if (unchanged_) return {};
  int pixel_width = 0;
  int pixel_height = 0;
  glfwGetFramebufferSize(handle_.get(), &pixel_width, &pixel_height);
  glViewport(0, 0, pixel_width, pixel_height);
  const ImVec4 ground = imgui_vector(make_theme(shell_->theme()).colors.background);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(handle_.get());
  textures_.end_frame();
  return {};
}

base::Expected<void> RealWindow::loop() {
  Pacing& pacing = shell_->pacing();
  while (true) {
    const double now = glfwGetTime();
    if (pacing.due(now)) {
      // Frames that are presented wait for the monitor; others would follow without a pause.
      constexpr double kMonitorFrame = 1.0 / 60;
      if (unchanged_) {
        glfwWaitEventsTimeout(kMonitorFrame);
      } else {
        glfwPollEvents();
      }
    } else if (const auto wait = pacing.wait(now)) {
      // GLFW does not accept a timeout of 0.
      glfwWaitEventsTimeout(std::max(*wait, 1e-3));
    } else {
      glfwWaitEvents();
    }
    if (ended_) return {};
    if (woken_.exchange(false)) pacing.activity();
    if (glfwWindowShouldClose(handle_.get()) == GLFW_TRUE) {
      if (!callbacks_.may_close || callbacks_.may_close(*this)) return {};
      glfwSetWindowShouldClose(handle_.get(), GLFW_FALSE);
      pacing.activity();
    }
    if (pacing.due(glfwGetTime())) {
      if (auto drawn = draw_frame(); !drawn) return drawn;
    }
  }
}

}  // namespace

base::Expected<void> run_window(const WindowSettings& settings, const WindowCallbacks& callbacks) {
  ShellSettings shell_settings = settings.shell;
  if (const auto scale = scale_from_environment()) shell_settings.monitor_scale = *scale;
  // The fonts are rasterized while the system makes the window.
  auto shell = std::async(std::launch::async, Shell::create, shell_settings);
  const GlfwLibrary library;
  if (!library.started()) return tl::unexpected(no_display(glfw_reason()));
  WindowHandle handle = open_window(settings);
  if (!handle) return tl::unexpected(no_display(glfw_reason()));
  // In a smaller window the three columns would be unreadable.
  constexpr int kLeastWidth = 640;
  constexpr int kLeastHeight = 400;
  glfwSetWindowSizeLimits(handle.get(), kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  if (settings.placement) place_window(handle.get(), *settings.placement);
  set_icon(handle.get());
  RealWindow window(std::move(handle), settings.placement, callbacks);
  if (auto prepared = window.prepare(shell.get()); !prepared) return prepared;
  if (callbacks.start) callbacks.start(window);
  glfwShowWindow(glfwGetCurrentContext());
  auto done = window.loop();
  if (callbacks.end) callbacks.end(window);
  return done;
}

}  // namespace normscope::ui
