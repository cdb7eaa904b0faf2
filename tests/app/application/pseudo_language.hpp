// SPDX-License-Identifier: MIT
// What the tests of the window in a language that nobody speaks look at: texts in plain English,
// labels that are cut, controls that stand on each other.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/drawing/draw.hpp"
#include "core/text/catalogue.hpp"
#include "core/text/translate.hpp"
#include "tests/app/application/fixture.hpp"
#include "tests/support/catalogues.hpp"

namespace normscope::testing {

inline const text::Catalogue& pseudo_catalogue() {
  static const text::Catalogue catalogue =
      NORMSCOPE_VALUE_OR_FAIL(text::Catalogue::from(catalogue_of(
          pseudo_sentences(std::filesystem::path(NORMSCOPE_SOURCE_DIR) / "po/normscope.pot"))));
  return catalogue;
}

struct Setting {
  float width;
  float height;
  float scale;
};
// Colours change no text: light and dark are one.
inline constexpr std::array<Setting, 4> kSettings{
    {{1280, 800, 1}, {1280, 800, 2}, {1920, 1080, 1}, {1920, 1080, 2}}};

// Whether a text has a word of three letters or more and no accent.
inline bool is_plain_english(std::string_view text) {
  int letters = 0;
  int most = 0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte == 0xC3) return false;  // Á to ú in UTF-8
    letters = std::isalpha(byte) != 0 ? letters + 1 : 0;
    most = std::max(most, letters);
  }
  return most >= 3;
}

// What a lesson's file says, in its own language.
inline bool is_of_lesson(const ui::Widget& widget) {
  static const std::regex said(
      "(menu/lesson/open-|welcome/lesson|welcome/five/(ask|choice|reveal)|lesson/(text/"
      "|title|step|act/)).*"
      "|lesson/(go-on|missed|source|then)(/.*)?|lesson/predict/[0-9]+(/"
      "(choice|reveal|why).*)?|lesson/hint/"
      "[0-9]+/text.*"
      "|lesson/exercise/[0-9]+(/(task|lines|code).*)?|status/file|inputs/(name|choose).*");
  return std::regex_match(widget.id, said);
}

// What is the same in every language: numbers, code, files, names of inputs, operations, formats
// and parameters, and keys with the sign that stands on them.
inline bool is_of_no_language(const ui::Widget& widget) {
  static const std::regex kinds("number|cell|code|formula|figure|output|drawing");
  static const std::regex names(
      "DyT|L2 norm|sparsemax|x "
      "hat|ULP|Normscope|PyTorch|rstd|beta|gamma|eps|norm|auto|batch|softmax"
      "|float32|layer norm|x|dim [0-9]+ .[0-9]+.|(Ctrl[+].(, )?)+|Ctrl[+]F[0-9]+");
  static const std::regex files(
      "dialog/(file|files|here|path|place)(/.*)?|.*/path|(export|numbers|handout)/format/[0-9]+"
      "|welcome/recent/.*|python/program|lesson/python|inspector/(compare|precision)(/.*)?");
  return std::regex_match(widget.kind, kinds) || std::regex_match(widget.text, names) ||
         std::regex_match(widget.id, files) || is_of_lesson(widget);
}

inline bool has_label(const ui::Widget& widget) {
  constexpr std::array<std::string_view, 3> kKinds{"button", "segment", "toggle"};
  return widget.visible && std::ranges::find(kKinds, widget.kind) != kKinds.end();
}

inline bool is_label_cut(const ui::Widget& widget) {
  return has_label(widget) && ui::text_width(widget.text) > widget.rect.w;
}

// The dialog that is open: the popup that has a title; null without one.
inline const ui::Widget* dialog_of(const std::vector<ui::Widget>& widgets) {
  const ui::Widget* dialog = nullptr;
  for (const ui::Widget& widget : widgets) {
    const auto is_title = [&](const ui::Widget& other) { return other.id == widget.id + "/title"; };
    if (widget.kind == "popup" && std::ranges::any_of(widgets, is_title)) dialog = &widget;
  }
  return dialog;
}

// The labels that are cut, and the pairs of controls that stand on each other: of a dialog alone
// while one is open; not while a list is.
inline std::set<std::string> faults_of(const std::vector<ui::Widget>& widgets) {
  std::set<std::string> faults;
  std::vector<const ui::Widget*> controls;
  const ui::Widget* const dialog = dialog_of(widgets);
  const ui::Widget* popup = nullptr;
  for (const ui::Widget& widget : widgets) {
    if (widget.kind == "popup") popup = &widget;
    if (dialog != nullptr && (popup == nullptr || &widget < dialog)) continue;
    if (is_label_cut(widget)) faults.insert("cut: " + widget.id);
    if (has_label(widget)) controls.push_back(&widget);
  }
  if (popup != dialog) return faults;
  const auto overlap = [](float a, float a_size, float b, float b_size) {
    constexpr float kRounding = 1;  // places are rounded to whole pixels
    return std::min(a + a_size, b + b_size) - std::max(a, b) > kRounding;
  };
  for (const ui::Widget* const a : controls) {
    for (const ui::Widget* const b : controls) {
      if (a->id >= b->id || b->id.starts_with(a->id + "/")) continue;
      if (overlap(a->rect.x, a->rect.w, b->rect.x, b->rect.w) &&
          overlap(a->rect.y, a->rect.h, b->rect.y, b->rect.h)) {
        faults.insert(fmt::format("{} stands on {}", a->id, b->id));
      }
    }
  }
  return faults;
}

// The texts of widgets that were looked at.
class Seen {
 public:
  std::set<std::string> english{};
  std::size_t translated = 0;

  // But for these words, which a file has in its own language.
  void look(const std::vector<ui::Widget>& widgets, const std::set<std::string>& words = {}) {
    for (const ui::Widget& widget : widgets) {
      // What a screen reader says of it is a sentence even where its text is a number or a name.
      for (const std::string& said : {widget.name, widget.about}) {
        if (take(said)) keep(widget, said);
      }
      if (take(widget.text) && !words.contains(widget.text) && !is_of_no_language(widget)) {
        keep(widget, widget.text);
      }
    }
  }

 private:
  bool take(std::string_view said) {
    if (is_plain_english(said)) return true;
    translated += said.find('\xC3') == std::string_view::npos ? 0 : 1;
    return false;
  }
  void keep(const ui::Widget& widget, const std::string& said) {
    english.insert(fmt::format("{} ({}): {}", widget.id, widget.kind, said));
  }
};

class PseudoLanguage : public ApplicationTest {
 protected:
  void TearDown() override { text::speak(nullptr); }

  static void speak(bool pseudo) { text::speak(pseudo ? &pseudo_catalogue() : nullptr); }

  void open_window(bool pseudo, const Setting& setting) {
    speak(pseudo);
    start({});
    ui::ShellSettings settings;
    settings.monitor_scale = setting.scale;
    driver = std::make_unique<Driver>([this](ui::Context& ui) { application->draw(ui); }, settings,
                                      ImVec2{setting.width, setting.height});
    driver->settle();
  }

  const std::vector<ui::Widget>& widgets() const { return driver->shell().map().widgets(); }

  void press(std::string_view id) const {
    if (driver->has(id)) driver->click(id);
    driver->settle();
  }

  // Draws what was sent, and what came of it.
  void draw_on() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
};

}  // namespace normscope::testing
