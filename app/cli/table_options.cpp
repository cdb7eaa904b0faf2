// SPDX-License-Identifier: MIT
#include "app/cli/table_options.hpp"

#include <cstdint>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "core/base/limits.hpp"
#include "core/io/table_guess.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

void add_table_options(Command& command, io::TableChoice& table) {
  command.add(
      {.name = "--columns",
       .type_name = "LIST",
       .help = std::string(tr("of a table: those to read, counted from 1, such as 1-4,6\n(default: "
                              "all but an index)")),
       .take_value =
           [&table](const std::string& text) {
             auto columns = io::columns_of(text, base::kMaxTableColumns);
             if (!columns) {
               refuse(
                   "--columns",
                   tr_later(
                       "{option}: must be columns counted from 1, such as 1-4,6, but is '{text}'"),
                   text);
             }
             table.columns = *std::move(columns);
           }},
      {"--usecols"});
  command.add(
      integer_option(
          "--skip", 0, base::kMaxElements, [&table](std::int64_t lines) { table.skip = lines; },
          tr("of a table: lines above it that are left out (default 0)")),
      {"--skiprows", "--header"});
  command.add(
      flag_option("--transpose", table.transposed, tr("of a table: its columns become rows")),
      {"--transposed"});
}

}  // namespace normscope::cli
