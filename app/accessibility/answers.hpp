// SPDX-License-Identifier: MIT
// What the bus answers of a widget: AT-SPI's interfaces as a walk over the tree, one row a
// question.
#pragma once

#include <gio/gio.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/accessibility/tree.hpp"

namespace normscope::accessibility {

/// Every object of the bus lies below this path, each under its number; the program itself is root.
inline constexpr std::string_view kObjects = "/org/a11y/atspi/accessible";

/// What a screen reader wants done with a widget.
struct Wish {
  int number = 0;
  enum class Kind { kPress, kFocus, kSet } kind = Kind::kPress;
  std::string value{};  // of kSet
};

/// The program at its end of the bus.
struct Program {
  std::string bus_name{};      // of the connection
  std::string desktop_name{};  // the object that it hangs on: the name of its program and its path
  std::string desktop_path{};
  int id = 0;  // that the registry gave
};

/// A question: an interface's member, of one object in the tree.
struct Question {
  const Tree& tree;
  const Program& program;
  const Node* node = nullptr;  // null: the program itself
  bool tells = false;          // of the message of a live widget, an object of its own
  std::string_view member{};   // "Accessible.GetRole", "Value.CurrentValue"
  GVariant* given = nullptr;   // a method's parameters, a property's new value; null: a read
};

/// The values that answer it, and what it wants done. None: nobody knows the member.
struct Answer {
  std::optional<std::vector<GVariant*>> values{};
  std::optional<Wish> wish{};
};
Answer answer(const Question& question);

/// The interfaces of an object, without "org.a11y.atspi.".
std::vector<std::string_view> interfaces_of(const Question& of);

/// An object as the bus names it.
GVariant* reference(const Program& program, int number);

}  // namespace normscope::accessibility
