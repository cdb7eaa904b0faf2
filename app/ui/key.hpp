// SPDX-License-Identifier: MIT
// The keys that the window knows, and how a shortcut is written.
#pragma once

#include <string>

namespace normscope::ui {

enum class Key {
  kNone,
  kTab,
  kEnter,
  kEscape,
  kSpace,
  kBackspace,
  kDelete,
  kInsert,
  kLeft,
  kRight,
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kF1,
  kF2,
  kF3,
  kF4,
  kF5,
  kF6,
  kF7,
  kF8,
  kF9,
  kF10,
  kF11,
  kF12,
  kPlus,
  kMinus,
  kSlash,
  kComma,
  kPeriod,
  k0,
  k1,
  k2,
  k3,
  k4,
  k5,
  k6,
  k7,
  k8,
  k9,
  kA,
  kB,
  kC,
  kD,
  kE,
  kF,
  kG,
  kH,
  kI,
  kJ,
  kK,
  kL,
  kM,
  kN,
  kO,
  kP,
  kQ,
  kR,
  kS,
  kT,
  kU,
  kV,
  kW,
  kX,
  kY,
  kZ,
  kCount,
};

struct Modifiers {
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool operator==(const Modifiers&) const = default;
};

struct KeyPress {
  Key key = Key::kNone;
  Modifiers with{};
  bool operator==(const KeyPress&) const = default;
};

/// "Ctrl+Shift+Z".
std::string shortcut_text(KeyPress press);

/// A row of the list of shortcuts: "Set to 0", "Delete".
struct KeyHelp {
  std::string action;
  std::string keys;
  std::string id{};  // in the UI map "shortcuts/ID"; empty: none
};

}  // namespace normscope::ui
