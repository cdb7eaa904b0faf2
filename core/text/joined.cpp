// SPDX-License-Identifier: MIT
#include "core/text/joined.hpp"

#include "core/text/translate.hpp"

namespace normscope::text {

namespace {

std::string joined_by(std::string_view form, std::string_view first, std::string_view next) {
  if (first.empty() || next.empty()) return fmt::format("{}{}", first, next);
  return tr(form, arg("first", first), arg("next", next));
}

}  // namespace

std::string listed(std::string_view first, std::string_view next) {
  return joined_by(tr_later("{first}, {next}"), first, next);
}

std::string listed_apart(std::string_view first, std::string_view next) {
  return joined_by(tr_later("{first}; {next}"), first, next);
}

std::string in_a_row(std::string_view first, std::string_view next) {
  return joined_by(tr_later("{first} {next}"), first, next);
}

std::string labelled(std::string_view name, std::string_view what) {
  return joined_by(tr_later("{first}: {next}"), name, what);
}

std::string with_note(std::string_view what, std::string_view note) {
  return joined_by(tr_later("{first} ({next})"), what, note);
}

}  // namespace normscope::text
