// SPDX-License-Identifier: MIT
#include "app/cli/table_options.hpp"

#include <cstdint>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "core/base/limits.hpp"
#include "core/io/table_guess.hpp"

namespace normscope::cli {

void add_table_options(Command& command, io::TableChoice& table) {
  command.options.push_back(also_called(
      {.name = "--columns",
       .type_name = "LIST",
       .help = "of a table: those to read, counted from 1, such as 1-4,6\n(default: all but an "
               "index)",
       .take_value =
           [&table](const std::string& text) {
             auto columns = io::columns_of(text, base::kMaxTableColumns);
             if (!columns) refuse("--columns", "columns counted from 1, such as 1-4,6", text);
             table.columns = *std::move(columns);
           }},
      {"--usecols"}));
  command.options.push_back(also_called(
      integer_option(
          "--skip", 0, base::kMaxElements, [&table](std::int64_t lines) { table.skip = lines; },
          "of a table: lines above it that are left out (default 0)"),
      {"--skiprows", "--header"}));
  command.options.push_back(also_called(
      flag_option("--transpose", table.transposed, "of a table: its columns become rows"),
      {"--transposed"}));
}

OrFailure<io::ArrayPlace> input_place(const std::string& path, const io::TableChoice& table) {
  io::ArrayPlace place = io::array_place(path);
  if (table == io::TableChoice{}) return place;
  place.table = table;
  const auto source = io::ByteSource::open(place.file);
  if (!source) return tl::unexpected(Failure{path, source.error()});
  const auto arrays = io::arrays_in(*source, place.file);
  if (!arrays) return tl::unexpected(Failure{path, arrays.error()});
  if (!arrays->has_value()) return place;
  return tl::unexpected(Failure{path,
                                {base::ErrorKind::kInvalidArgument,
                                 "it is no table, which --columns, --skip and --transpose are for"},
                                Exit::kUsage});
}

OrFailure<tensor::Tensor> read_input(const std::string& path, const io::TableChoice& table,
                                     const io::ReadWatch& watch) {
  const auto place = input_place(path, table);
  if (!place) return tl::unexpected(place.error());
  auto values = io::read_tensor(*place, watch);
  if (!values) return tl::unexpected(Failure{path, values.error()});
  return *std::move(values);
}

}  // namespace normscope::cli
