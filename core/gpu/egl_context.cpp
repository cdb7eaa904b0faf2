// SPDX-License-Identifier: MIT
#include "core/gpu/egl_context.hpp"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::gpu {

namespace {

// Whether one of these libraries exists: libepoxy ends the program when a library is missing.
bool has_library(std::initializer_list<const char*> names) {
  return std::ranges::any_of(names, [](const char* name) {
    void* const library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library != nullptr) dlclose(library);
    return library != nullptr;
  });
}

std::string egl_error(std::string_view what) {
  return tr("{what} failed with EGL error 0x{egl_get_error:04x}", arg("what", what),
            arg("egl_get_error", eglGetError()));
}

// The context that is current on a thread, with its display and surfaces; all empty if none is.
struct Current {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLSurface draw = EGL_NO_SURFACE;
  EGLSurface read = EGL_NO_SURFACE;
  EGLContext context = EGL_NO_CONTEXT;

  static Current on_this_thread() {
    return {eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ),
            eglGetCurrentContext()};
  }
};

// A context on a display. Displays are not terminated: EGL returns the same display for every
// request of the same platform, and terminating it would end all contexts on it.
class EglContext final : public Context {
 public:
  EglContext(EGLDisplay display, EGLContext context, std::string origin)
      : display_(display), context_(context), origin_(std::move(origin)) {}
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;
  ~EglContext() override { eglDestroyContext(display_, context_); }

  Expected<void> make_current() override {
    eglBindAPI(EGL_OPENGL_API);
    const Current before = Current::on_this_thread();
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
      return base::fail(ErrorKind::kUnavailable, egl_error(tr("making the context current")));
    }
    if (before.context != context_) before_ = before;
    return {};
  }
  void release() override {
    eglBindAPI(EGL_OPENGL_API);
    const Current before = std::exchange(before_, {});
    const bool given_back =
        before.context != EGL_NO_CONTEXT &&
        eglMakeCurrent(before.display, before.draw, before.read, before.context) == EGL_TRUE;
    if (!given_back) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  std::string_view origin() const override { return origin_; }

 private:
  EGLDisplay display_;
  EGLContext context_;
  std::string origin_;
  Current before_{};
};

struct Opened {
  std::unique_ptr<Context> context;
  std::string renderer;
};

EGLContext create_context(EGLDisplay display, bool debug) {
  EGLConfig config = nullptr;  // EGL_NO_CONFIG_KHR: nothing is drawn, so no config is needed
  if (!epoxy_has_egl_extension(display, "EGL_KHR_no_config_context")) {
    static constexpr std::array<EGLint, 5> kWanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                                      EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLint count = 0;
    if (eglChooseConfig(display, kWanted.data(), &config, 1, &count) != EGL_TRUE || count < 1) {
      return EGL_NO_CONTEXT;
    }
  }
  std::vector<EGLint> wanted = {
      EGL_CONTEXT_MAJOR_VERSION_KHR,       4,
      EGL_CONTEXT_MINOR_VERSION_KHR,       3,
      EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR};
  if (debug) {
    wanted.insert(wanted.end(), {EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR});
  }
  const std::size_t plain = wanted.size();
  // With robustness, a reset of the device is reported instead of leaving undefined results.
  if (epoxy_has_egl_extension(display, "EGL_EXT_create_context_robustness")) {
    wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
                                 EGL_LOSE_CONTEXT_ON_RESET_EXT});
  }
  wanted.push_back(EGL_NONE);
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
  if (context == EGL_NO_CONTEXT && wanted.size() > plain + 1) {
    wanted.resize(plain);
    wanted.push_back(EGL_NONE);
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
  }
  return context;
}

Expected<Opened> open_display(EGLDisplay display, const std::string& place, bool debug) {
  const auto refuse = [](std::string why) {
    return base::fail(ErrorKind::kUnavailable, std::move(why));
  };
  if (display == EGL_NO_DISPLAY) return refuse(tr("it gives no display"));
  EGLint major = 0;
  EGLint minor = 0;
  if (eglInitialize(display, &major, &minor) != EGL_TRUE) return refuse(egl_error("eglInitialize"));
  if (!epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context")) {
    return refuse(tr("it cannot work without a surface"));
  }
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return refuse(tr("it has no OpenGL"));
  EGLContext handle = create_context(display, debug);
  if (handle == EGL_NO_CONTEXT) return refuse(egl_error(tr("creating an OpenGL 4.3 context")));
  auto context = std::make_unique<EglContext>(display, handle, place);
  if (const auto current = context->make_current(); !current) {
    return tl::unexpected(current.error());
  }
  Opened opened{nullptr, gl_text(glGetString(GL_RENDERER))};
  const std::string version = gl_text(glGetString(GL_VERSION));
  context->release();
  opened.renderer += ", OpenGL " + version;
  opened.context = std::move(context);
  return opened;
}

std::vector<EGLDeviceEXT> list_devices() {
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") &&
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_base")) {
    return {};
  }
  EGLint count = 0;
  if (eglQueryDevicesEXT(0, nullptr, &count) != EGL_TRUE || count <= 0) return {};
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (eglQueryDevicesEXT(count, devices.data(), &count) != EGL_TRUE) return {};
  devices.resize(static_cast<std::size_t>(count));
  return devices;
}

std::string device_place(EGLDeviceEXT device, std::size_t number) {
  const char* const extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
  const char* file = nullptr;
  if (extensions != nullptr &&
      std::string_view(extensions).find("EGL_EXT_device_drm") != std::string_view::npos) {
    file = eglQueryDeviceStringEXT(device, EGL_DRM_DEVICE_FILE_EXT);
  }
  std::string place = tr("EGL device {number}", arg("number", number));
  if (file != nullptr) place += fmt::format(" ({})", file);
  return place;
}

}  // namespace

Expected<std::unique_ptr<Context>> open_egl_context(std::vector<Attempt>& attempts, bool debug) {
  const auto no_library = [&](const char* name, const char* packages) {
    const std::string why = tr("this machine has no {name} library", arg("name", name));
    attempts.push_back({"EGL", why});
    return base::fail(ErrorKind::kUnavailable, tr("no gpu can be used: {why}", arg("why", why)),
                      tr("on Debian, install {packages}", arg("packages", packages)));
  };
  if (!has_library({"libEGL.so.1"})) return no_library("EGL", "libegl1");
  if (!has_library({"libOpenGL.so.0", "libGL.so.1"})) return no_library("OpenGL", "libopengl0");

  std::optional<Opened> software;
  const auto attempt = [&](EGLDisplay display, const std::string& place) {
    auto opened = open_display(display, place, debug);
    attempts.push_back({place, opened ? opened->renderer : opened.error().sentence});
    std::unique_ptr<Context> hardware;
    if (!opened) return hardware;
    if (!is_software(opened->renderer)) return std::move(opened->context);
    if (!software) software = *std::move(opened);
    return hardware;
  };
  const std::string surfaceless = "EGL surfaceless";
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    if (auto hardware = attempt(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
            surfaceless)) {
      return hardware;
    }
  } else {
    attempts.push_back({surfaceless, tr("EGL does not offer this platform")});
  }
  const auto devices = list_devices();
  if (devices.empty()) attempts.push_back({"EGL devices", tr("EGL lists none")});
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (auto hardware =
            attempt(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr),
                    device_place(devices[i], i))) {
      return hardware;
    }
  }
  if (software) return std::move(software->context);
  return base::fail(
      ErrorKind::kUnavailable,
      tr("no gpu can be used: {place}: {outcome}", arg("place", attempts.back().place),
         arg("outcome", attempts.back().outcome)),
      tr("normscope --version --verbose lists each attempt"));
}

}  // namespace normscope::gpu
