// SPDX-License-Identifier: MIT
#include "app/application/dialogs/form.hpp"

#include <utility>

#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

ui::Dialog Form::begin(ui::Context& ui, std::string_view title) {
  if (std::exchange(opening_, false)) {
    ui::open_popup(ui, id_);
    ui.focus.set(first_);
  }
  return {ui, id_, title, width_};
}

std::optional<std::size_t> Form::draw_buttons(ui::Context& ui, ui::Dialog& dialog,
                                              std::span<const Button> buttons, bool enabled) const {
  if (ui::button(ui, part("cancel"), tr("Cancel"), ui::ButtonLook::kPlain, {.width = 110})) {
    dialog.close();
  }
  std::optional<std::size_t> pressed;
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const Button& each = buttons[i];
    const bool last = i + 1 == buttons.size();
    ui::beside(ui);
    if (ui::button(ui, part(each.id), tr(each.label),
                   last ? ui::ButtonLook::kPrimary : ui::ButtonLook::kPlain,
                   {.help = each.help, .enabled = enabled, .width = each.width})) {
      pressed = i;
    }
  }
  return pressed;
}

}  // namespace normscope::application
