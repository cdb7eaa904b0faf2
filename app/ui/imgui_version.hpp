// SPDX-License-Identifier: MIT
// The differences between the versions of Dear ImGui in distributions: 1.86 (Debian 12) takes the
// current state of keys and buttons, 1.90 (Debian 13) takes events. No other file depends on the
// version.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <array>

#include "app/ui/key.hpp"

namespace normscope::ui::imgui_version {

/// The keys that ImGui's text fields use. Tab is left out: this program's Focus visits all widgets,
/// ImGui's tabbing only text fields.
struct KeyPair {
  Key key;
  ImGuiKey imgui;
};
inline constexpr std::array kEditingKeys = {
    KeyPair{Key::kEnter, ImGuiKey_Enter},
    KeyPair{Key::kEscape, ImGuiKey_Escape},
    KeyPair{Key::kSpace, ImGuiKey_Space},
    KeyPair{Key::kBackspace, ImGuiKey_Backspace},
    KeyPair{Key::kDelete, ImGuiKey_Delete},
    KeyPair{Key::kInsert, ImGuiKey_Insert},
    KeyPair{Key::kLeft, ImGuiKey_LeftArrow},
    KeyPair{Key::kRight, ImGuiKey_RightArrow},
    KeyPair{Key::kUp, ImGuiKey_UpArrow},
    KeyPair{Key::kDown, ImGuiKey_DownArrow},
    KeyPair{Key::kPageUp, ImGuiKey_PageUp},
    KeyPair{Key::kPageDown, ImGuiKey_PageDown},
    KeyPair{Key::kHome, ImGuiKey_Home},
    KeyPair{Key::kEnd, ImGuiKey_End},
    KeyPair{Key::kA, ImGuiKey_A},
    KeyPair{Key::kC, ImGuiKey_C},
    KeyPair{Key::kV, ImGuiKey_V},
    KeyPair{Key::kX, ImGuiKey_X},
    KeyPair{Key::kY, ImGuiKey_Y},
    KeyPair{Key::kZ, ImGuiKey_Z},
};

#if IMGUI_VERSION_NUM >= 18700

inline void set_up(ImGuiIO& io) {
  // Input already limits the events of each frame.
  io.ConfigInputTrickleEventQueue = false;
}
inline void set_key(ImGuiIO& io, Key key, bool down) {
  for (const auto& pair : kEditingKeys) {
    if (pair.key == key) io.AddKeyEvent(pair.imgui, down);
  }
}
inline void set_modifiers(ImGuiIO& io, Modifiers modifiers) {
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
}
inline void set_pointer(ImGuiIO& io, ImVec2 at) {
  io.AddMousePosEvent(at.x, at.y);
}
inline void set_button(ImGuiIO& io, int button, bool down) {
  io.AddMouseButtonEvent(button, down);
}
inline void scroll(ImGuiIO& io, ImVec2 by) {
  io.AddMouseWheelEvent(by.x, by.y);
}
/// Gives the wheel to the last widget, so that the panel around it does not scroll.
inline void claim_wheel() {
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
}

/// Edits the next text field from the next frame on. 1.90 looks for it only in the window that had
/// the focus before.
inline void edit_next_field() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.NavFocusScopeId = g.CurrentFocusScopeId;
  ImGui::SetKeyboardFocusHere();
}

inline bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(
      id, size, ImGuiChildFlags_AlwaysUseWindowPadding | (border ? ImGuiChildFlags_Border : 0),
      flags);
}

#else

inline void set_up(ImGuiIO& io) {
  for (const auto& pair : kEditingKeys) io.KeyMap[pair.imgui] = static_cast<int>(pair.key);
}
inline void set_key(ImGuiIO& io, Key key, bool down) {
  for (const auto& pair : kEditingKeys) {
    if (pair.key == key) io.KeysDown[static_cast<int>(key)] = down;
  }
}
inline void set_modifiers(ImGuiIO& io, Modifiers modifiers) {
  io.KeyCtrl = modifiers.ctrl;
  io.KeyShift = modifiers.shift;
  io.KeyAlt = modifiers.alt;
}
inline void set_pointer(ImGuiIO& io, ImVec2 at) {
  io.MousePos = at;
}
inline void set_button(ImGuiIO& io, int button, bool down) {
  io.MouseDown[button] = down;
}
inline void scroll(ImGuiIO& io, ImVec2 by) {
  io.MouseWheelH += by.x;
  io.MouseWheel += by.y;
}
/// Gives the wheel to the last widget, so that the panel around it does not scroll.
inline void claim_wheel() {
  ImGui::SetItemUsingMouseWheel();
}

inline void edit_next_field() {
  ImGui::SetKeyboardFocusHere();
}

inline bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(id, size, border, flags | ImGuiWindowFlags_AlwaysUseWindowPadding);
}

#endif

}  // namespace normscope::ui::imgui_version
