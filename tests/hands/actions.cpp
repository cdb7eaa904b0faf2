// SPDX-License-Identifier: MIT
#include "tests/hands/actions.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace normscope::hands {
namespace {

using Files = std::vector<std::filesystem::path>;
using ui::Key;

// What is pasted and typed: numbers, formulas, tables, and what is none of these.
std::string nonsense(Random& random, const Files& files) {
  static constexpr std::array<std::string_view, 32> kTexts{
      "1",       "-0.25",  "3",        "0.5*3",  "1/0",      "1e38*10", "-inf",     "nan",
      "1e-45",   "2,5",    "64",       "0",      "-1",       "1e",      "((((((1",  "1\t2\n3\t4\n",
      "1,2;3,4", "abc",    "\xc3\xa4", "2 3",    "2, 3, 4",  "4x5",     "\xff\xfe", "\n\n\n",
      "\t",      "%s%n%d", "{}",       "<&>\"'", "../../..", "~/x",     "/",        "\xe2\x80\xae"};
  constexpr std::string_view kPrint = "tensor([[1., 2.], [3., nan]], device='cuda:0')";
  constexpr std::size_t kLong = 5000;
  constexpr std::size_t kRows = 60;
  switch (random.below(8)) {
    case 0:
      return random.pick(files).string();
    case 1:
      return random.pick(files).filename().string();
    case 2:
      return std::string(kPrint);
    case 3:
      return std::string(random.below(kLong), random.one_in(2) ? '9' : '(');
    case 4: {
      std::string table;
      const std::size_t columns = 1 + random.below(kRows);
      for (std::size_t i = 0, count = columns * (1 + random.below(kRows)); i < count; ++i) {
        table += fmt::format("{}{}", random.below(kLong), (i + 1) % columns == 0 ? '\n' : '\t');
      }
      return table;
    }
    default:
      return std::string(random.pick(kTexts));
  }
}

// A widget in sight. First the part of the window is chosen, so that the many cells of a grid are
// not all that is ever clicked.
std::optional<ui::Widget> any_widget(Random& random, Window& window) {
  std::map<std::string, std::vector<ui::Widget>> parts;
  for (ui::Widget& widget : window.widgets()) {
    if (!widget.visible || widget.rect.w <= 0 || widget.rect.h <= 0) continue;
    const std::string part = widget.id.substr(0, widget.id.find('/', widget.id.find('/') + 1));
    parts[part].push_back(std::move(widget));
  }
  if (parts.empty()) return std::nullopt;
  auto chosen = parts.begin();
  std::advance(chosen, random.below(parts.size()));
  return random.pick(chosen->second);
}

std::string move_to_any(Random& random, Window& window) {
  const auto widget = any_widget(random, window);
  if (!widget) {
    const Size size = window.size();
    window.move_to(random.up_to(size.width), random.up_to(size.height));
    return "nowhere";
  }
  const ui::Rect& rect = widget->rect;
  window.move_to(rect.x + rect.w / 2, rect.y + rect.h / 2);
  return widget->id;
}

void press(Window& window, ui::Button button) {
  window.button(button, true);
  window.button(button, false);
}

std::string click(Random& random, Window& window, const Files& /*files*/) {
  const std::string where = move_to_any(random, window);
  press(window, random.one_in(8) ? ui::Button::kRight : ui::Button::kLeft);
  return "click " + where;
}

std::string click_anywhere(Random& random, Window& window, const Files& /*files*/) {
  const Size size = window.size();
  const float x = random.up_to(size.width);
  const float y = random.up_to(size.height);
  window.move_to(x, y);
  press(window, ui::Button::kLeft);
  return fmt::format("click at {} {}", x, y);
}

std::string double_click(Random& random, Window& window, const Files& /*files*/) {
  const std::string where = move_to_any(random, window);
  press(window, ui::Button::kLeft);
  press(window, ui::Button::kLeft);
  return "double-click " + where;
}

std::string drag(Random& random, Window& window, const Files& /*files*/) {
  const std::string from = move_to_any(random, window);
  window.button(ui::Button::kLeft, true);
  const std::size_t stops = 1 + random.below(4);
  for (std::size_t i = 0; i < stops; ++i) {
    const Size size = window.size();
    window.move_to(random.up_to(size.width), random.up_to(size.height));
    window.rest();
  }
  window.button(ui::Button::kLeft, false);
  return "drag " + from;
}

std::string scroll(Random& random, Window& window, const Files& /*files*/) {
  const std::string where = move_to_any(random, window);
  const float lines = random.up_to(20) - 10;
  window.scroll(lines);
  return fmt::format("scroll {} {}", where, lines);
}

std::string press_common_key(Random& random, Window& window, const Files& /*files*/) {
  constexpr std::array<ui::KeyPress, 24> kKeys{{
      {Key::kTab, {}},
      {Key::kTab, {.shift = true}},
      {Key::kEnter, {}},
      {Key::kEscape, {}},
      {Key::kEscape, {}},
      {Key::kSpace, {}},
      {Key::kDelete, {}},
      {Key::kBackspace, {}},
      {Key::kLeft, {}},
      {Key::kRight, {}},
      {Key::kUp, {}},
      {Key::kDown, {}},
      {Key::kDown, {.shift = true}},
      {Key::kRight, {.shift = true}},
      {Key::kF2, {}},
      {Key::kF11, {}},
      {Key::kA, {.ctrl = true}},
      {Key::kC, {.ctrl = true}},
      {Key::kV, {.ctrl = true}},
      {Key::kV, {.ctrl = true}},
      {Key::kZ, {.ctrl = true}},
      {Key::kZ, {.ctrl = true}},
      {Key::kZ, {.ctrl = true, .shift = true}},
      {Key::kY, {.ctrl = true}},
  }};
  const ui::KeyPress& key = random.pick(kKeys);
  window.key(key);
  return "key " + ui::shortcut_text(key);
}

std::string press_any_key(Random& random, Window& window, const Files& /*files*/) {
  const auto count = static_cast<std::size_t>(Key::kCount) - 1;
  const ui::KeyPress key{static_cast<Key>(1 + random.below(count)),
                         {random.one_in(2), random.one_in(3), random.one_in(4)}};
  window.key(key);
  return "key " + ui::shortcut_text(key);
}

std::string type(Random& random, Window& window, const Files& files) {
  const std::string text = nonsense(random, files);
  window.type(text);
  if (random.one_in(2)) window.key({Key::kEnter, {}});
  return "type " + text;
}

std::string paste(Random& random, Window& window, const Files& files) {
  const std::string text = nonsense(random, files);
  window.copy(text);
  window.key({Key::kV, {.ctrl = true}});
  return "paste " + text;
}

// A field in the place of a cell, a name or an option: what is there is replaced.
std::string fill_in(Random& random, Window& window, const Files& files) {
  const std::string where = move_to_any(random, window);
  press(window, ui::Button::kLeft);
  window.key({Key::kF2, {}});
  window.key({Key::kA, {.ctrl = true}});
  const std::string text = nonsense(random, files);
  window.type(text);
  window.key({Key::kEnter, {}});
  return fmt::format("fill {} with {}", where, text);
}

std::string drop(Random& random, Window& window, const Files& files) {
  std::vector<std::filesystem::path> chosen{random.pick(files)};
  while (random.one_in(4)) chosen.push_back(random.pick(files));
  window.drop(chosen);
  return fmt::format("drop {} and {} more", chosen.front().string(), chosen.size() - 1);
}

// Through the dialog, as most people do.
std::string open_file(Random& random, Window& window, const Files& files) {
  window.key({Key::kEscape, {}});
  window.key({Key::kO, {.ctrl = true}});
  window.rest();
  window.key({Key::kA, {.ctrl = true}});
  const std::string path = random.pick(files).string();
  window.type(path);
  window.key({Key::kEnter, {}});
  return "open " + path;
}

std::string resize(Random& random, Window& window, const Files& /*files*/) {
  constexpr std::array<Size, 8> kSizes{{{1280, 800},
                                        {1920, 1080},
                                        {1920, 1080},
                                        {900, 700},
                                        {640, 480},
                                        {320, 240},
                                        {2560, 300},
                                        {1500, 1850}}};
  const Size size = random.pick(kSizes);
  window.resize(size);
  return fmt::format("resize to {} x {}", size.width, size.height);
}

std::string kill_kernel(Random& /*random*/, Window& window, const Files& /*files*/) {
  window.kill_kernel();
  return "kill the kernel";
}

std::string crash(Random& /*random*/, Window& window, const Files& /*files*/) {
  window.crash();
  return "end the program and start it";
}

struct Kind {
  std::size_t weight;  // in thousandths
  std::string (*act)(Random&, Window&, const Files&);
};
constexpr std::array<Kind, 15> kKinds{{
    {360, click},
    {60, click_anywhere},
    {40, double_click},
    {80, drag},
    {50, scroll},
    {170, press_common_key},
    {50, press_any_key},
    {60, type},
    {40, paste},
    {40, fill_in},
    {14, drop},
    {10, open_file},
    {20, resize},
    {4, kill_kernel},
    {2, crash},
}};
constexpr std::size_t kThousand = 1000;

}  // namespace

std::string act(Random& random, Window& window, const Files& files) {
  std::size_t left = random.below(kThousand);
  for (const Kind& kind : kKinds) {
    if (left < kind.weight) {
      std::string words = kind.act(random, window, files);
      window.rest();
      return words;
    }
    left -= kind.weight;
  }
  return {};
}

}  // namespace normscope::hands
