// SPDX-License-Identifier: MIT
// Text on a panel: headings, paragraphs, captions, numbers, and the spacing between them.
#pragma once

#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::ui {

/// Sets the font while the object lives.
class WithFont {
 public:
  WithFont(const Context& ui, Face face, float points);
  WithFont(const WithFont&) = delete;
  WithFont& operator=(const WithFont&) = delete;
  ~WithFont();
};

enum class Tone { kText, kMuted, kAccent, kGood, kWarning, kError };
Color tone_color(const Palette& palette, Tone tone);

/// One line. With an id it is added to the UI map.
void line(Context& ui, std::string_view text, Tone tone = Tone::kText, std::string_view id = {});
/// Wrapped at the width of the panel.
void paragraph(Context& ui, std::string_view text, Tone tone = Tone::kText,
               std::string_view id = {});
/// Small and muted.
void caption(Context& ui, std::string_view text, std::string_view id = {});
/// The height that it has in the room that is left, in pixels.
float caption_height(const Context& ui, std::string_view text);
/// Monospaced digits.
void number(Context& ui, std::string_view digits, Tone tone = Tone::kText,
            std::string_view id = {});
/// The head of a section of a panel.
void heading(Context& ui, std::string_view text, const Help& help = {}, std::string_view id = {});
/// The one title of a lesson or a dialog.
void title(Context& ui, std::string_view text, std::string_view id = {});

/// A label in the column at the left; the next control takes the rest of the line.
void label(Context& ui, std::string_view text, const Help& help = {});

void separator(Context& ui);
/// Vertical space, in points.
void space(Context& ui, float points);
/// Puts the next widget to the right of the last one.
void beside(Context& ui, float points = -1);
/// The same where `pixels` are free at the right; else the next widget is placed below.
void beside_if_room(Context& ui, float pixels);

}  // namespace normscope::ui
