// SPDX-License-Identifier: MIT
#include "app/application/actions/image_clipboard.hpp"

#include <cstdio>

#include "core/base/environment.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

base::Expected<void> copy_png(std::string_view png) {
  const bool wayland = base::environment(base::Variable::kWaylandDisplay).has_value();
  // The command is a constant; the image goes through the pipe.
  const char* const command = wayland
                                  ? "wl-copy --type image/png 2>/dev/null"
                                  : "xclip -selection clipboard -t image/png -i >/dev/null 2>&1";
  // NOLINTNEXTLINE(cert-env33-c): the command is one of the two above
  std::FILE* const pipe = popen(command, "w");
  bool copied = pipe != nullptr;
  if (copied) copied = std::fwrite(png.data(), 1, png.size(), pipe) == png.size();
  if (pipe != nullptr) copied = pclose(pipe) == 0 && copied;
  if (copied) return {};
  return base::fail(
      base::ErrorKind::kUnavailable,
      std::string(wayland ? tr("a picture is copied by wl-copy, which did not take it")
                          : tr("a picture is copied by xclip, which did not take it")),
      std::string(wayland ? tr("install wl-clipboard") : tr("install xclip")));
}

}  // namespace normscope::application
