// SPDX-License-Identifier: MIT
#include "tests/hands/screen.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>
#include <utility>

namespace normscope::hands {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::minutes kPatience{1};
constexpr std::chrono::milliseconds kLook{4};
constexpr std::chrono::seconds kClickAgain{1};
constexpr int kWidth = 1280;
constexpr int kHeight = 900;

ui::Widget widget_of(const Json& line) {
  ui::Widget widget;
  widget.id = line.at("id");
  const auto& rect = line.at("rect");
  widget.rect = {rect[0], rect[1], rect[2], rect[3]};
  widget.text = line.value("text", "");
  widget.enabled = line.value("enabled", true);
  widget.visible = line.value("visible", true);
  widget.focused = line.value("focused", false);
  return widget;
}

// The first line of the map, about the window as a whole.
Json window_line(const std::filesystem::path& map) {
  std::ifstream file(map);
  std::string line;
  std::getline(file, line);
  Json json = Json::parse(line, nullptr, false);
  return json.is_object() ? json : Json::object();
}

// What a command prints.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): a fixed command
  if (pipe == nullptr) return text;
  std::array<char, 200> bytes{};
  while (std::fgets(bytes.data(), bytes.size(), pipe) != nullptr) text += bytes.data();
  pclose(pipe);
  return text;
}

}  // namespace

Screen::Screen(std::filesystem::path program, std::filesystem::path folder, std::string path)
    : program_(std::move(program)),
      folder_(std::move(folder)),
      path_(std::move(path)),
      map_(folder_ / "map.jsonl"),
      answers_(folder_ / "answers") {
  const std::string hand = fmt::format("exec xdotool - >'{}' 2>/dev/null", answers_.string());
  hand_.reset(popen(hand.c_str(), "w"));  // NOLINT(cert-env33-c): a fixed command but for a folder
  if (!hand_) throw std::runtime_error("xdotool does not start");
}

Screen::~Screen() {
  kill();
}

void Screen::start() {
  std::filesystem::remove(map_);
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no process can be started");
  if (process_ == 0) {
    const auto set = [&](const char* name, const std::string& value) {
      setenv(name, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): the only thread
    };
    set("HOME", folder_);
    set("XDG_CONFIG_HOME", folder_ / "config");
    set("XDG_STATE_HOME", folder_ / "state");
    set("XDG_DATA_HOME", folder_ / "data");
    set("NORMSCOPE_UI_MAP", map_);
    set("NORMSCOPE_SCALE", "1");
    set("LIBGL_ALWAYS_SOFTWARE", "1");
    if (!path_.empty()) set("PATH", path_);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other
    const int log = open((folder_ / "errors").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(log, STDERR_FILENO);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other
    execl(program_.c_str(), program_.c_str(), nullptr);
    _exit(127);
  }
  window_.clear();
  wait_for("a window", [&] {
    expect_running();
    if (window_.empty()) window_ = window_id();
    return !window_.empty() && frame()[2] > 0;
  });
  send(fmt::format("windowmove {} 0 0", window_));
  resize(kWidth, kHeight);
  wait_for("the window's size", [&] {
    const auto now = frame();
    return now[0] == kWidth && now[1] == kHeight;
  });
}

void Screen::resize(int width, int height) {
  send(fmt::format("windowsize {0} {1} {2} windowfocus {0}", window_, width, height));
}

std::array<std::size_t, 3> Screen::frame() const {
  const Json line = window_line(map_);
  const auto rect = line.value("rect", Json::array());
  if (rect.size() != 4) return {};
  return {rect[2].get<std::size_t>(), rect[3].get<std::size_t>(),
          line.value("frames", std::size_t{0})};
}

void Screen::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
}

bool Screen::ended() {
  int status = 0;
  if (process_ <= 0 || waitpid(process_, &status, WNOHANG) != process_) return process_ <= 0;
  process_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  throw std::runtime_error(WIFSIGNALED(status)
                               ? fmt::format("the program ended by signal {}", WTERMSIG(status))
                               : fmt::format("the program ended with {}", WEXITSTATUS(status)));
}

void Screen::expect_running() {
  if (ended()) throw std::runtime_error("the program ended");
}

std::string Screen::window_id() const {
  std::string ids = output_of(fmt::format("xdotool search --pid {} 2>/dev/null", process_));
  while (!ids.empty() && ids.back() == '\n') ids.pop_back();
  return ids.substr(ids.rfind('\n') + 1);
}

void Screen::send(const std::string& commands) {
  std::fputs((commands + "\n").c_str(), hand_.get());
  std::fflush(hand_.get());
}

void Screen::arrive() {
  const auto answered = [&] {
    std::error_code none;
    const auto size = std::filesystem::file_size(answers_, none);
    return none ? 0 : size;
  };
  const auto before = answered();
  send("getmouselocation");
  wait_for("an answer of xdotool", [&] { return answered() > before; });
}

// Through a file: the command's own quotes would not take every character.
void Screen::type(std::string_view text) {
  const auto path = folder_ / "typed";
  std::ofstream(path, std::ios::binary) << text;
  send(fmt::format("type --delay 2 --file {}", path.string()));
}

std::vector<ui::Widget> Screen::widgets() const {
  std::vector<ui::Widget> widgets;
  std::ifstream file(map_);
  for (std::string line; std::getline(file, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || json.at("id") == "window") continue;
    widgets.push_back(widget_of(json));
  }
  return widgets;
}

std::optional<ui::Widget> Screen::find(std::string_view id) const {
  const std::string start = fmt::format(R"({{"id":"{}",)", id);
  std::ifstream file(map_);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(start)) return widget_of(Json::parse(line));
  }
  return std::nullopt;
}

void Screen::click(std::string_view id, const std::function<bool()>& done) {
  auto again = std::chrono::steady_clock::now();
  wait_for(id, [&] {
    expect_running();
    if (done()) return true;
    const auto widget = find(id);
    const auto now = std::chrono::steady_clock::now();
    if (!widget || !widget->visible || now < again) return false;
    const ui::Rect& rect = widget->rect;
    send(fmt::format("mousemove {} {} click 1", static_cast<int>(rect.x + rect.w / 2),
                     static_cast<int>(rect.y + rect.h / 2)));
    again = now + kClickAgain;
    return false;
  });
}

void Screen::wait_for(std::string_view what, const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) {
      throw std::runtime_error(fmt::format("{} does not come", what));
    }
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace normscope::hands
