// SPDX-License-Identifier: MIT
#include "core/base/environment.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>

namespace normscope::base {

namespace {

constexpr std::array<VariableInfo, 22> kVariables{{
    {Variable::kUiMap, "NORMSCOPE_UI_MAP",
     "a file: each drawn frame adds its widgets as JSON lines (tests and scripts click by them)"},
    {Variable::kTheme, "NORMSCOPE_THEME", "the window's theme at the start: light or dark"},
    {Variable::kScale, "NORMSCOPE_SCALE",
     "0.5 to 4, in place of the monitor's scale: for tests, and where a system reports none"},
    {Variable::kShaderDir, "NORMSCOPE_SHADER_DIR",
     "a folder of shaders that come before the built-in ones, read again when they change"},
    {Variable::kConfigHome, "XDG_CONFIG_HOME", "the folder of the user's preferences"},
    {Variable::kDataHome, "XDG_DATA_HOME", "the folder of the user's own lessons"},
    {Variable::kStateHome, "XDG_STATE_HOME",
     "the folder of unsaved changes, and of what was answered in lessons"},
    {Variable::kCacheHome, "XDG_CACHE_HOME", "the folder of matplotlib's list of fonts for cells"},
    {Variable::kHome, "HOME", "where .config, .local and .cache are, without the four before"},
    {Variable::kRuntimeDir, "XDG_RUNTIME_DIR",
     "the folder of Wayland's socket; without one the window tries X11 alone"},
    {Variable::kWaylandDisplay, "WAYLAND_DISPLAY",
     "set under Wayland: pictures are copied by wl-copy, else by xclip"},
    {Variable::kPython, "NORMSCOPE_PYTHON",
     "the python3 whose PyTorch numbers are verified with, in place of those on PATH"},
    {Variable::kPath, "PATH", "the folders in which a python3 with PyTorch is looked for"},
    {Variable::kSessionBus, "DBUS_SESSION_BUS_ADDRESS",
     "the desktop's message bus: its theme and its file dialog; else the bus in XDG_RUNTIME_DIR"},
    {Variable::kVirtualEnvironment, "VIRTUAL_ENV",
     "the active environment, whose Python is offered for the cells of a notebook"},
    {Variable::kConda, "CONDA_PREFIX", "the same of conda"},
    {Variable::kOwnDialogs, "NORMSCOPE_OWN_DIALOGS",
     "set to anything: files are chosen in the program's own dialog, not in the desktop's"},
    {Variable::kOwnLanguage, "NORMSCOPE_LANGUAGE",
     "the language of the sentences: en, es, or a catalogue of one's own (.mo)"},
    {Variable::kLanguages, "LANGUAGE", "the desktop's languages, the first that is there: es:fr"},
    {Variable::kLocaleOfAll, "LC_ALL", "the desktop's language, without LANGUAGE"},
    {Variable::kLocaleOfMessages, "LC_MESSAGES", "the same, without LC_ALL"},
    {Variable::kLocale, "LANG", "the same, without the two before"},
}};

}  // namespace

std::span<const VariableInfo> environment_variables() {
  return kVariables;
}

std::optional<std::string> environment(Variable variable) {
  const char* const name = kVariables.at(static_cast<std::size_t>(variable)).name;
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): see the header
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::filesystem::path own_program() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed);
}

}  // namespace normscope::base
