// SPDX-License-Identifier: MIT
// How a table of text was understood: separator, decimal mark, header and columns, with its first
// rows. One sees it before the numbers enter, and corrects it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/application/dialogs/form.hpp"
#include "app/ui/context.hpp"
#include "core/io/table_guess.hpp"

namespace normscope::application {

class TableDialog {
 public:
  using Take = std::function<void(const io::TableChoice&)>;

  /// Opens the dialog in the next draw, about the first lines of a table; an accepted answer is
  /// given to `take`.
  void open(std::string source, std::string text, Take take);

  /// Draws the dialog while it is open.
  /// map  table/separator, table/mark/N, table/header, table/columns, table/skip,
  ///      table/transposed, table/understood, table/complaint, table/accept, table/cancel
  void draw(ui::Context& ui);

 private:
  void guess(const io::TableChoice& known);
  void read();
  void draw_choices(ui::Context& ui);
  void draw_columns(ui::Context& ui);
  void draw_skip(ui::Context& ui);
  void draw_fields(ui::Context& ui, float room) const;

  Form form_{"table", "accept", 640};  // Enter accepts what was understood
  std::string source_{};
  std::string text_{};
  Take take_{};
  io::TableChoice choice_{};  // complete
  std::int64_t columns_ = 0;  // of the first line
  std::string typed_columns_{};
  std::string typed_skip_{};
  std::vector<std::vector<std::string>> fields_{};  // the first rows
  std::string understood_{};                        // in words; empty: it cannot be read so
  std::string complaint_{};
};

}  // namespace normscope::application
