// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/screen.hpp"

// epoxy first: it takes the place of GL's own headers.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
//
#include <backends/imgui_impl_opengl3.h>

#include <array>
#include <optional>
#include <utility>

#include "app/ui/platform/gl_textures.hpp"
#include "app/ui/shell.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

/// An OpenGL context without a surface, current during its lifetime.
class Egl {
 public:
  Egl() : display_(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr)) {
    if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE)
      return;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return;
    constexpr std::array kWanted = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display_, kWanted.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
      return;
    }
    constexpr std::array kVersion = {EGL_CONTEXT_MAJOR_VERSION,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION,
                                     3,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_NONE};
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, kVersion.data());
    if (context_ == EGL_NO_CONTEXT) return;
    ready_ = eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
  }
  ~Egl() {
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }
  Egl(const Egl&) = delete;
  Egl& operator=(const Egl&) = delete;
  bool ready() const { return ready_; }

 private:
  EGLDisplay display_;
  EGLContext context_ = EGL_NO_CONTEXT;
  bool ready_ = false;
};

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

/// The framebuffer that is drawn into during its lifetime.
class Target {
 public:
  Target(int width, int height) {
    glGenFramebuffers(1, &frame_);
    glGenRenderbuffers(1, &pixels_);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_);
    glBindRenderbuffer(GL_RENDERBUFFER, pixels_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels_);
  }
  ~Target() {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteRenderbuffers(1, &pixels_);
    glDeleteFramebuffers(1, &frame_);
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

 private:
  GLuint frame_ = 0;
  GLuint pixels_ = 0;
};

}  // namespace

/// In the order of their dependencies.
struct Screen::Parts {
  Egl egl;
  std::unique_ptr<ui::Shell> shell;
  std::optional<Renderer> renderer;
  ui::GlTextures textures;
  double time = 0;
};

Screen::Screen(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Screen::~Screen() = default;

base::Expected<std::unique_ptr<Screen>> Screen::open(double density) {
  auto parts = std::make_unique<Parts>();
  if (!parts->egl.ready()) {
    return base::fail(base::ErrorKind::kUnavailable,
                      "EGL gives no OpenGL 3.3 without a display (Debian: libegl-mesa0)");
  }
  auto shell = ui::Shell::create({.monitor_scale = static_cast<float>(density)});
  if (!shell) return tl::unexpected(shell.error());
  parts->shell = *std::move(shell);
  parts->renderer.emplace();
  if (!parts->renderer->ready()) {
    return base::fail(base::ErrorKind::kUnavailable, "OpenGL 3.3 could not be prepared to draw");
  }
  parts->shell->set_textures(&parts->textures);
  return std::unique_ptr<Screen>(new Screen(std::move(parts)));
}

const FontMeasure& Screen::measure() const {
  return parts_->shell->measure();
}

Picture Screen::shot(int width, int height, const std::function<void(ui::Context&)>& draw) {
  const Target target(width, height);
  ui::Shell& shell = *parts_->shell;
  int frames = 0;
  do {  // as the window does it: a frame that lacked a character is drawn again
    EXPECT_LE(++frames, 100) << "the frame is never complete";
    EXPECT_TRUE(shell.prepare());
    ImGui_ImplOpenGL3_NewFrame();
    if (shell.take_fonts_changed() && shell.pacing().frames() > 0) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    parts_->time += 1;
    const auto drawn =
        shell.frame({static_cast<float>(width), static_cast<float>(height)}, parts_->time, draw);
    EXPECT_TRUE(drawn) << drawn.error().sentence;
  } while (!shell.pacing().shows_frame() && frames < 100);
  glViewport(0, 0, width, height);
  const ImVec4 ground = ui::imgui_vector(ui::make_theme(parts_->shell->theme()).colors.background);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  parts_->textures.end_frame();
  std::vector<Color> rows(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  static_assert(sizeof(Color) == 4, "the bytes of a pixel are those of RGBA");
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
  Picture picture{width, height, {}};
  picture.pixels.reserve(rows.size());
  for (int y = height; y-- > 0;) {  // OpenGL counts from below
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(y) * width;
    picture.pixels.insert(picture.pixels.end(), row, row + width);
  }
  // A window has no alpha.
  for (Color& pixel : picture.pixels) pixel.alpha = 255;
  return picture;
}

}  // namespace normscope::figures
