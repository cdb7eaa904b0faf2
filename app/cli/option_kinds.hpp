// SPDX-License-Identifier: MIT
// The kinds of options: numbers, whole numbers, names of a table, files. An invalid value is an
// error that names the option, the accepted values and the given text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/cli/command.hpp"
#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

/// `sentence` says what the {option} needs, with the given text as {text}.
template <class... Args>
[[noreturn]] void refuse(const std::string& name, std::string_view sentence,
                         const std::string& text, const Args&... args) {
  throw Refusal{text::tr(sentence, text::arg("option", name), text::arg("text", text), args...)};
}

// Numbers are read by text::parse_double: CLI11's own reader follows the locale's decimal comma.
template <class Accepts, class Store>
Option number_option(const std::string& name, std::string_view sentence, Accepts accepts,
                     Store store, std::string_view help) {
  return {.name = name,
          .type_name = "NUMBER",
          .help = std::string(help),
          .take_value = [=](const std::string& text) {
            const auto value = text::parse_double(text);
            if (!value || !accepts(*value)) refuse(name, sentence, text);
            store(*value);
          }};
}

template <class Store>
Option integer_option(const std::string& name, std::int64_t least, std::int64_t most, Store store,
                      std::string_view help) {
  return {
      .name = name,
      .type_name = "N",
      .help = std::string(help),
      .take_value = [=](const std::string& text) {
        const auto value = text::parse_int(text);
        if (!value) {
          refuse(name, text::tr_later("{option}: must be a whole number, but is '{text}'"), text);
        }
        if (*value < least || *value > most) {
          refuse(name,
                 text::tr_later(
                     "{option}: must be a whole number from {least} to {most}, but is '{text}'"),
                 text, text::arg("least", least), text::arg("most", most));
        }
        store(*value);
      }};
}

// "biased|unbiased"
template <class Enum>
std::string alternatives(std::span<const base::Name<Enum>> names) {
  std::string list;
  for (const auto& row : names) {
    if (!list.empty()) list += '|';
    list += row.name;
  }
  return list;
}

template <class Enum, class Store>
Option choice_option(const std::string& name, std::span<const base::Name<Enum>> names, Store store,
                     std::string_view help) {
  return {.name = name,
          .type_name = alternatives(names),
          .help = std::string(help),
          .take_value = [=](const std::string& text) {
            const auto value = base::value_of(names, text);
            if (!value) {
              refuse(name, text::tr_later("{option}: must be one of {names}, but is '{text}'"),
                     text, text::arg("names", base::list_names(names)));
            }
            store(*value);
          }};
}

inline Option text_option(const std::string& name, std::string type_name, std::string& text,
                          std::string_view help) {
  return {.name = name,
          .type_name = std::move(type_name),
          .help = std::string(help),
          .take_value = [&text](const std::string& given) { text = given; }};
}

inline Option file_option(const std::string& name, std::string& path, std::string_view help) {
  return {.name = name,
          .type_name = "FILE",
          .help = std::string(help),
          .take_value = [name, &path](const std::string& text) {
            if (text.empty()) {
              refuse(name, text::tr_later("{option}: must be the name of a file, but is '{text}'"),
                     text);
            }
            path = text;
          }};
}

inline Option flag_option(const std::string& name, bool& flag, std::string_view help) {
  return {.name = name, .help = std::string(help), .take_flag = [&flag] { flag = true; }};
}

inline Option force_option(bool& force) {
  return flag_option("--force", force, text::tr("the output may take the place of an input"));
}

inline Option trust_option(bool& trust) {
  return flag_option("--trust", trust,
                     text::tr("run cells without confinement, where this system has none:\n"
                              "they can then read and change all that you can"));
}

inline Option required(Option option) {
  option.required = true;
  return option;
}

inline tensor::Shape parse_shape(const std::string& name, const std::string& text) {
  tensor::Shape shape;
  std::string_view rest = text;
  while (true) {
    const auto comma = rest.find(',');
    const auto size = text::parse_int(rest.substr(0, comma));
    if (!size || *size < 0) {
      refuse(name, text::tr_later("{option}: must be sizes such as 4,5, but is '{text}'"), text);
    }
    shape.push_back(*size);
    if (comma == std::string_view::npos) return shape;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace normscope::cli
