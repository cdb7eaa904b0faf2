// SPDX-License-Identifier: MIT
// The kinds of option that commands have: numbers, whole numbers, words of a table, files. What
// cannot be right is refused with the option's name, what is needed and what came.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"
#include "core/text/numbers.hpp"

namespace normscope::cli {

[[noreturn]] inline void refuse(const std::string& name, std::string_view needed,
                                const std::string& text) {
  throw CLI::ValidationError(name, fmt::format("must be {}, but is '{}'", needed, text));
}

// Numbers are read by our own reader: the parser's follows the locale's decimal comma.
template <class Accepts, class Store>
void add_number(CLI::App& app, const std::string& name, std::string_view needed, Accepts accepts,
                Store store, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           const auto value = text::parse_double(text);
           if (!value || !accepts(*value)) refuse(name, needed, text);
           store(*value);
         },
         help)
      ->type_name("NUMBER");
}

template <class Store>
void add_integer(CLI::App& app, const std::string& name, std::int64_t least, std::int64_t most,
                 Store store, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           const auto value = text::parse_int(text);
           if (!value) refuse(name, "a whole number", text);
           if (*value < least || *value > most) {
             refuse(name, fmt::format("a whole number from {} to {}", least, most), text);
           }
           store(*value);
         },
         help)
      ->type_name("N");
}

// "biased|unbiased"
template <class Enum>
std::string alternatives(std::span<const base::Name<Enum>> names) {
  std::string words;
  for (const auto& row : names) words += (words.empty() ? "" : "|") + std::string(row.name);
  return words;
}

template <class Enum, class Store>
void add_choice(CLI::App& app, const std::string& name, std::span<const base::Name<Enum>> names,
                Store store, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           const auto value = base::value_of(names, text);
           if (!value) refuse(name, "one of " + base::list_names(names), text);
           store(*value);
         },
         help)
      ->type_name(alternatives(names));
}

inline CLI::Option* add_file(CLI::App& app, const std::string& name, std::string& path,
                             const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &path](const std::string& text) {
            if (text.empty()) refuse(name, "the name of a file", text);
            path = text;
          },
          help)
      ->type_name("FILE");
}

inline tensor::Shape parse_shape(const std::string& name, const std::string& text) {
  tensor::Shape shape;
  std::string_view rest = text;
  while (true) {
    const auto comma = rest.find(',');
    const auto size = text::parse_int(rest.substr(0, comma));
    if (!size || *size < 0) refuse(name, "sizes such as 4,5", text);
    shape.push_back(*size);
    if (comma == std::string_view::npos) return shape;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace normscope::cli
