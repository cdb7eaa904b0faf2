// SPDX-License-Identifier: MIT
#include "app/desktop/desktop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <string_view>
#include <utility>

#include "app/desktop/bus_thread.hpp"
#include "app/desktop/glib_types.hpp"
#include "core/text/translate.hpp"

namespace normscope::desktop {

namespace {

constexpr const char* kPortalName = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
constexpr const char* kSettings = "org.freedesktop.portal.Settings";
constexpr const char* kFileChooser = "org.freedesktop.portal.FileChooser";
constexpr const char* kRequest = "org.freedesktop.portal.Request";
constexpr const char* kAppearance = "org.freedesktop.appearance";
constexpr const char* kGnomeInterface = "org.gnome.desktop.interface";

// The value within any number of variants around it.
Variant unwrapped(GVariant* value) {
  Variant inner(g_variant_ref(value));
  while (g_variant_is_of_type(inner.get(), G_VARIANT_TYPE_VARIANT) != FALSE) {
    inner.reset(g_variant_get_variant(inner.get()));
  }
  return inner;
}

std::string text_of(GVariant* value) {
  return g_variant_get_string(value, nullptr);
}

// Takes over one setting; others are none of ours.
void take_setting(std::string_view area, std::string_view key, GVariant* wrapped,
                  Appearance& appearance) {
  const Variant value = unwrapped(wrapped);
  const bool is_number = g_variant_is_of_type(value.get(), G_VARIANT_TYPE_UINT32) != FALSE;
  const bool is_flag = g_variant_is_of_type(value.get(), G_VARIANT_TYPE_BOOLEAN) != FALSE;
  if (area == kAppearance && key == "color-scheme" && is_number) {
    const guint32 scheme = g_variant_get_uint32(value.get());
    appearance.scheme = scheme == 1   ? ColorScheme::kDark
                        : scheme == 2 ? ColorScheme::kLight
                                      : ColorScheme::kNoPreference;
  } else if (area == kAppearance && key == "reduced-motion" && is_number) {
    appearance.reduced_motion = g_variant_get_uint32(value.get()) == 1;
  } else if (area == kGnomeInterface && key == "enable-animations" && is_flag) {
    appearance.reduced_motion = g_variant_get_boolean(value.get()) == FALSE;
  }
}

GVariant* filters_value(const std::vector<FilePatterns>& patterns) {
  std::vector<GVariant*> filters;
  for (const FilePatterns& filter : patterns) {
    std::vector<GVariant*> globs;
    constexpr guint32 kGlob = 0;
    for (const std::string& pattern : filter.patterns) {
      globs.push_back(tuple({g_variant_new_uint32(kGlob), text_value(pattern)}));
    }
    if (globs.empty()) globs.push_back(tuple({g_variant_new_uint32(kGlob), text_value("*")}));
    filters.push_back(tuple({text_value(filter.name), list("(us)", std::move(globs))}));
  }
  return list("(sa(us))", std::move(filters));
}

// Ends what GLib was given to keep.
template <class T>
void release(gpointer data) {
  const std::unique_ptr<T> kept(static_cast<T*>(data));
}

// The first local file of a response.
FileAnswer answer_of(guint32 response, GVariant* results) {
  if (response != 0) return {};
  const Variant uris(g_variant_lookup_value(results, "uris", G_VARIANT_TYPE("as")));
  if (!uris || g_variant_n_children(uris.get()) == 0) return {};
  const Variant uri = child(uris.get(), 0);
  const Text path(g_filename_from_uri(text_of(uri.get()).c_str(), nullptr, nullptr));
  if (!path)
    return {.fault = tr("{uri} is no file of this computer", arg("uri", text_of(uri.get())))};
  return {.path = path.get()};
}

}  // namespace

class Desktop::Portal {
 public:
  Portal(std::function<void()> wake, std::shared_ptr<BusThread> bus)
      : wake_(std::move(wake)), bus_(std::move(bus)) {
    bus_->run([this] { begin(); });
  }
  Portal(const Portal&) = delete;
  Portal& operator=(const Portal&) = delete;
  ~Portal() { bus_->stop(); }
  const std::shared_ptr<BusThread>& bus() const { return bus_; }

  // What the desktop has said, for all threads.
  struct State {
    bool answered = false;
    bool has_file_dialog = false;
    Appearance appearance{};
    std::uint64_t number = 0;  // of the newest request
    std::optional<FileAnswer> answer{};
    std::string parent{};
  };
  template <class Use>
  auto with_state(const Use& use) {
    const std::lock_guard lock(mutex_);
    return use(state_);
  }

  std::uint64_t ask(FileRequest request) {
    const std::uint64_t number = with_state([](State& state) {
      state.answer.reset();
      return ++state.number;
    });
    bus_->run([this, number, request = std::move(request)] { show_dialog(number, request); });
    return number;
  }

  void withdraw() {
    with_state([](State& state) { ++state.number; });
    bus_->run([this] { close_dialog(); });
  }

 private:
  void begin() {
    if (bus_->connection() != nullptr) {
      read_settings();
      look_for_file_dialog();
    }
    with_state([](State& state) { state.answered = true; });
    wake_();
  }

  Variant call(const char* interface, const char* method, GVariant* parameters, CallError& error) {
    return Variant(g_dbus_connection_call_sync(
        bus_->connection(), kPortalName, kPortalPath, interface, method, parameters, nullptr,
        G_DBUS_CALL_FLAGS_NONE, BusThread::kPatience, bus_->cancel(), error.place()));
  }

  void read_settings() {
    const auto changed = [](GDBusConnection*, const char*, const char*, const char*, const char*,
                            GVariant* parameters,
                            gpointer self) { static_cast<Portal*>(self)->take_change(parameters); };
    g_dbus_connection_signal_subscribe(bus_->connection(), kPortalName, kSettings, "SettingChanged",
                                       kPortalPath, nullptr, G_DBUS_SIGNAL_FLAGS_NONE, changed,
                                       this, nullptr);
    CallError error;
    const Variant areas =
        call(kSettings, "ReadAll",
             tuple({list("s", {text_value(kAppearance), text_value(kGnomeInterface)})}), error);
    if (!areas || g_variant_is_of_type(areas.get(), G_VARIANT_TYPE("(a{sa{sv}})")) == FALSE) return;
    Appearance appearance;
    const Variant all = child(areas.get(), 0);
    for (std::size_t i = 0; i < g_variant_n_children(all.get()); ++i) {
      const Variant area = child(all.get(), i);
      const Variant name = child(area.get(), 0);
      const Variant settings = child(area.get(), 1);
      for (std::size_t j = 0; j < g_variant_n_children(settings.get()); ++j) {
        const Variant setting = child(settings.get(), j);
        const Variant key = child(setting.get(), 0);
        const Variant value = child(setting.get(), 1);
        take_setting(text_of(name.get()), text_of(key.get()), value.get(), appearance);
      }
    }
    with_state([&](State& state) { state.appearance = appearance; });
  }

  void take_change(GVariant* parameters) {
    if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")) == FALSE) return;
    const Variant area = child(parameters, 0);
    const Variant key = child(parameters, 1);
    const Variant value = child(parameters, 2);
    with_state([&](State& state) {
      take_setting(text_of(area.get()), text_of(key.get()), value.get(), state.appearance);
    });
    wake_();
  }

  void look_for_file_dialog() {
    CallError error;
    const Variant version = call("org.freedesktop.DBus.Properties", "Get",
                                 tuple({text_value(kFileChooser), text_value("version")}), error);
    with_state([&](State& state) { state.has_file_dialog = version != nullptr; });
  }

  void finish(std::uint64_t number, FileAnswer answer) {
    with_state([&](State& state) {
      if (state.number == number) state.answer = std::move(answer);
    });
    wake_();
  }

  // The portal answers by a signal of an object whose path is known before the call.
  std::string request_path(const std::string& token) const {
    std::string sender = g_dbus_connection_get_unique_name(bus_->connection());
    sender.erase(0, 1);  // the colon
    std::ranges::replace(sender, '.', '_');
    return fmt::format("{}/request/{}/{}", kPortalPath, sender, token);
  }

  void listen(std::uint64_t number, const std::string& path) {
    struct Listener {
      Portal* self;
      std::uint64_t number;
    };
    const auto responded = [](GDBusConnection*, const char*, const char*, const char*, const char*,
                              GVariant* parameters, gpointer data) {
      const auto& listener = *static_cast<Listener*>(data);
      if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})")) == FALSE) return;
      const Variant response = child(parameters, 0);
      const Variant results = child(parameters, 1);
      listener.self->finish(listener.number,
                            answer_of(g_variant_get_uint32(response.get()), results.get()));
    };
    stop_listening();
    path_ = path;
    listening_ = g_dbus_connection_signal_subscribe(
        bus_->connection(), kPortalName, kRequest, "Response", path.c_str(), nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE, responded,
        std::make_unique<Listener>(Listener{this, number}).release(), release<Listener>);
  }

  void stop_listening() {
    if (listening_ != 0) g_dbus_connection_signal_unsubscribe(bus_->connection(), listening_);
    listening_ = 0;
  }

  void show_dialog(std::uint64_t number, const FileRequest& request) {
    if (bus_->connection() == nullptr) {
      finish(number, {.fault = tr("there is no session bus")});
      return;
    }
    close_dialog();
    const std::string token = fmt::format("normscope{}", number);
    listen(number, request_path(token));
    Options options;
    options.add("handle_token", text_value(token));
    options.add("accept_label", text_value(request.accept));
    options.add("modal", g_variant_new_boolean(TRUE));
    options.add("filters", filters_value(request.patterns));
    if (!request.folder.empty()) {
      options.add("current_folder", g_variant_new_bytestring(request.folder.c_str()));
    }
    if (!request.name.empty()) options.add("current_name", text_value(request.name));
    const std::string parent = with_state([](const State& state) { return state.parent; });
    CallError error;
    const Variant handle =
        call(kFileChooser, request.saves ? "SaveFile" : "OpenFile",
             tuple({text_value(parent), text_value(request.title), options.take()}), error);
    if (!handle) {
      stop_listening();
      finish(number, {.fault = error.words()});
      return;
    }
    // Old portals choose the path themselves.
    const Variant path = child(handle.get(), 0);
    if (text_of(path.get()) != path_) listen(number, text_of(path.get()));
  }

  void close_dialog() {
    if (listening_ == 0 || bus_->connection() == nullptr) return;
    stop_listening();
    g_dbus_connection_call(bus_->connection(), kPortalName, path_.c_str(), kRequest, "Close",
                           nullptr, nullptr, G_DBUS_CALL_FLAGS_NONE, BusThread::kPatience, nullptr,
                           nullptr, nullptr);
  }

  std::function<void()> wake_;
  std::shared_ptr<BusThread> bus_;
  std::mutex mutex_;
  State state_{};

  // Of the thread alone.
  guint listening_ = 0;
  std::string path_{};  // of the open dialog's request
};

Desktop::Desktop(std::function<void()> wake, std::string address)
    : portal_(std::make_unique<Portal>(std::move(wake),
                                       std::make_shared<BusThread>(std::move(address)))) {}

Desktop::~Desktop() = default;

std::shared_ptr<BusThread> Desktop::bus() const {
  return portal_->bus();
}

bool Desktop::answered() const {
  return portal_->with_state([](const auto& state) { return state.answered; });
}

Appearance Desktop::appearance() const {
  return portal_->with_state([](const auto& state) { return state.appearance; });
}

bool Desktop::has_file_dialog() const {
  return portal_->with_state([](const auto& state) { return state.has_file_dialog; });
}

void Desktop::set_parent(std::string window) {
  portal_->with_state([&](auto& state) { state.parent = std::move(window); });
}

std::uint64_t Desktop::ask(FileRequest request) {
  return portal_->ask(std::move(request));
}

std::optional<FileAnswer> Desktop::take_answer(std::uint64_t number) {
  return portal_->with_state([&](auto& state) {
    return state.number == number ? std::exchange(state.answer, std::nullopt) : std::nullopt;
  });
}

void Desktop::withdraw() {
  portal_->withdraw();
}

}  // namespace normscope::desktop
