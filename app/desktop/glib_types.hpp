// SPDX-License-Identifier: MIT
// GLib's reference-counted values as C++ values.
#pragma once

#include <gio/gio.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace normscope::desktop {

struct ReleaseObject {
  void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Object = std::unique_ptr<T, ReleaseObject>;

struct ReleaseVariant {
  void operator()(GVariant* value) const { g_variant_unref(value); }
};
using Variant = std::unique_ptr<GVariant, ReleaseVariant>;

struct ReleaseText {
  void operator()(char* text) const { g_free(text); }
};
using Text = std::unique_ptr<char, ReleaseText>;

/// A place for the error of a GLib call.
class CallError {
 public:
  CallError() = default;
  CallError(const CallError&) = delete;
  CallError& operator=(const CallError&) = delete;
  ~CallError() {
    if (error_ != nullptr) g_error_free(error_);
  }
  GError** place() { return &error_; }
  std::string words() const { return error_ == nullptr ? "no reason is given" : error_->message; }

 private:
  GError* error_ = nullptr;
};

/// Values without an owner, as GLib's constructors take them over.
inline GVariant* text_value(const std::string& text) {
  return g_variant_new_string(text.c_str());
}
inline GVariant* tuple(std::vector<GVariant*> parts) {
  return g_variant_new_tuple(parts.data(), parts.size());
}
inline GVariant* list(const char* type, std::vector<GVariant*> items) {
  return g_variant_new_array(G_VARIANT_TYPE(type), items.data(), items.size());
}

/// A part of a tuple, a list or a dictionary.
inline Variant child(GVariant* value, std::size_t at) {
  return Variant(g_variant_get_child_value(value, at));
}

/// A dictionary of named values, a{sv}.
class Options {
 public:
  void add(const char* name, GVariant* value) {
    entries_.push_back(
        g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value)));
  }
  GVariant* take() { return list("{sv}", std::exchange(entries_, {})); }

 private:
  std::vector<GVariant*> entries_;
};

}  // namespace normscope::desktop
