// SPDX-License-Identifier: MIT
#include "app/accessibility/reader.hpp"

#include <fmt/format.h>
#include <gio/gio.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/accessibility/answers.hpp"
#include "app/accessibility/texts.hpp"
#include "app/desktop/bus_thread.hpp"
#include "app/desktop/glib_types.hpp"
#include "app/ui/input.hpp"
#include "core/base/embedded.hpp"
#include "core/text/numbers.hpp"

namespace normscope::accessibility {

std::span<const base::EmbeddedFile> interface_files();  // interfaces.xml, embedded by CMake

namespace {

using desktop::BusThread;
using desktop::CallError;
using desktop::child;
using desktop::Object;
using desktop::text_value;
using desktop::tuple;
using desktop::Variant;

constexpr const char* kBus = "org.a11y.Bus";
constexpr const char* kBusPath = "/org/a11y/bus";
constexpr const char* kStatus = "org.a11y.Status";
constexpr const char* kProperties = "org.freedesktop.DBus.Properties";
constexpr const char* kRegistry = "org.a11y.atspi.Registry";
constexpr const char* kCachePath = "/org/a11y/atspi/cache";
constexpr std::string_view kPrefix = "org.a11y.atspi.";
constexpr std::string_view kTells = "told";  // of the object of a live widget's message

// A call that waits for its answer; null where there is none.
Variant ask(GDBusConnection* connection, GCancellable* cancel, const char* name, const char* path,
            const std::pair<const char*, const char*>& method, GVariant* parameters) {
  CallError error;
  return Variant(g_dbus_connection_call_sync(connection, name, path, method.first, method.second,
                                             parameters, nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                             BusThread::kPatience, cancel, error.place()));
}

bool has_type(const Variant& answer, const char* type) {
  return answer && g_variant_is_of_type(answer.get(), G_VARIANT_TYPE(type)) != 0;
}

// The keys and the text that put a value into a widget, as a person at the keyboard would.
void put(ui::Input& input, const Node& node, const std::string& value) {
  const bool slider = node.widget.kind == "slider";
  const bool field = slider || node.is_field();
  const std::string id = slider ? node.widget.id + "/value" : node.widget.id;
  const auto press = [&](ui::Key key, ui::Modifiers with) {
    input.key(key, true, with);
    input.key(key, false, {});
  };
  input.request(id, ui::Request::kFocus);
  if (field) press(ui::Key::kA, {.ctrl = true});
  for (const char32_t c : characters(value)) input.text(c);
  if (field && !slider && node.widget.kind != "number") return;
  // A field takes its text in one frame, and Enter in the next.
  if (field) input.request(id, ui::Request::kFocus);
  press(ui::Key::kEnter, {});
}

}  // namespace

class Reader::Bus {
 public:
  Bus(std::shared_ptr<BusThread> thread, std::function<void()> wake)
      : wake_(std::move(wake)), thread_(std::move(thread)) {
    if (thread_) thread_->run([this] { look(); });
  }
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  ~Bus() {
    if (thread_) thread_->stop();
  }

  bool listens() const { return listens_; }

  // Of the window's thread.
  void act(ui::Input& input) {
    std::vector<Wish> wishes;
    {
      const std::lock_guard lock(mutex_);
      wishes = std::exchange(wishes_, {});
    }
    for (const Wish& wish : wishes) {
      const int position = shown_ ? shown_->find(wish.number) : -1;
      if (position < 0) continue;
      const Node& node = shown_->at(position);
      if (wish.kind == Wish::Kind::kSet) {
        put(input, node, wish.value);
      } else {
        const bool press = wish.kind == Wish::Kind::kPress;
        input.request(node.widget.id, press ? ui::Request::kPress : ui::Request::kFocus);
      }
    }
  }

  void show(const std::vector<ui::Widget>& widgets, const WindowState& window) {
    if (!listens_) {
      shown_.reset();
      widgets_.clear();
      return;
    }
    const unsigned joined = joined_;
    if (shown_ && joined == shown_to_ && window == window_ && widgets == widgets_) return;
    shown_to_ = joined;
    widgets_ = widgets;
    window_ = window;
    shown_ = std::make_shared<Tree>(widgets, window, numbers_);
    thread_->run([this, tree = shown_] { tell(tree); });
  }

 private:
  // From here on of the thread of the bus.
  void look() {
    GDBusConnection* const session = thread_->connection();
    if (session == nullptr) return;
    const auto changed = [](GDBusConnection*, const char*, const char*, const char*, const char*,
                            GVariant*, gpointer self) { static_cast<Bus*>(self)->read_status(); };
    g_dbus_connection_signal_subscribe(session, kBus, kProperties, "PropertiesChanged", kBusPath,
                                       nullptr, G_DBUS_SIGNAL_FLAGS_NONE, changed, this, nullptr);
    const auto came = [](GDBusConnection*, const char*, const char*, gpointer self) {
      static_cast<Bus*>(self)->read_status();
    };
    const auto went = [](GDBusConnection*, const char*, gpointer self) {
      static_cast<Bus*>(self)->leave();
    };
    g_bus_watch_name_on_connection(session, kBus, G_BUS_NAME_WATCHER_FLAGS_NONE, came, went, this,
                                   nullptr);
  }

  bool is_set(const char* property) const {
    const Variant answer =
        ask(thread_->connection(), thread_->cancel(), kBus, kBusPath, {kProperties, "Get"},
            tuple({text_value(kStatus), text_value(property)}));
    if (!has_type(answer, "(v)")) return false;
    const Variant wrapped = child(answer.get(), 0);
    const Variant value(g_variant_get_variant(wrapped.get()));
    return g_variant_is_of_type(value.get(), G_VARIANT_TYPE_BOOLEAN) != FALSE &&
           g_variant_get_boolean(value.get()) != FALSE;
  }

  void read_status() {
    const bool wanted = is_set("IsEnabled") || is_set("ScreenReaderEnabled");
    if (wanted == listens_) return;
    wanted ? join() : leave();
  }

  void leave() {
    if (!listens_.exchange(false)) return;
    tree_.reset();
    if (connection_) g_dbus_connection_close_sync(connection_.get(), nullptr, nullptr);
    connection_.reset();
    wake_();
  }

  // Connects to the readers' bus and hangs the program into its tree.
  void join() {
    const Variant answer = ask(thread_->connection(), thread_->cancel(), kBus, kBusPath,
                               {kBus, "GetAddress"}, nullptr);
    if (!has_type(answer, "(s)")) return;
    const Variant address = child(answer.get(), 0);
    connection_ =
        desktop::connect_to_bus(g_variant_get_string(address.get(), nullptr), thread_->cancel());
    if (!connection_ || !register_objects()) return;
    program_.bus_name = g_dbus_connection_get_unique_name(connection_.get());
    ++joined_;
    listens_ = true;
    wake_();
  }

  bool register_objects() {
    if (!interfaces_) {
      const std::string xml(interface_files().front().bytes);
      interfaces_.reset(g_dbus_node_info_new_for_xml(xml.c_str(), nullptr));
    }
    static const GDBusSubtreeVTable kTree = {no_children, introspect, dispatch, {}};
    GDBusInterfaceInfo* const cache =
        g_dbus_node_info_lookup_interface(interfaces_.get(), "org.a11y.atspi.Cache");
    return g_dbus_connection_register_subtree(
               connection_.get(), std::string(kObjects).c_str(), &kTree,
               G_DBUS_SUBTREE_FLAGS_DISPATCH_TO_UNENUMERATED_NODES, this, nullptr, nullptr) != 0 &&
           g_dbus_connection_register_object(connection_.get(), kCachePath, cache, &kCalls, this,
                                             nullptr, nullptr) != 0;
  }

  // The program's end in the registry, once there is something to show.
  void embed() {
    const Variant answer = Variant(g_dbus_connection_call_sync(
        connection_.get(), kRegistry, "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Socket",
        "Embed", tuple({reference(program_, -1)}), nullptr, G_DBUS_CALL_FLAGS_NONE,
        BusThread::kPatience, thread_->cancel(), nullptr));
    if (!has_type(answer, "((so))")) return;
    const Variant plug = child(answer.get(), 0);
    program_.desktop_name = g_variant_get_string(child(plug.get(), 0).get(), nullptr);
    program_.desktop_path = g_variant_get_string(child(plug.get(), 1).get(), nullptr);
  }

  void tell(const std::shared_ptr<const Tree>& tree) {
    if (!connection_) return;
    const std::shared_ptr<const Tree> before = std::exchange(tree_, tree);
    if (!before) {
      embed();
      emit(0, {"Window", "Create"}, {});
      if (tree->at(0).has(State::kActive)) emit(0, {"Window", "Activate"}, {});
      emit_state(tree->at(tree->focus()).number, State::kFocused, true);
      return;
    }
    for (const Change& change : changes(*before, *tree)) tell(change);
  }

  void tell(const Change& change) {
    using Kind = Change::Kind;
    const auto property = [&](std::string_view name, GVariant* value) {
      emit(change.number, {"Object", "PropertyChange"}, {.detail = name, .value = value});
    };
    switch (change.kind) {
      case Kind::kCame:
      case Kind::kWent:
        return emit(change.number, {"Object", "ChildrenChanged"},
                    {.detail = change.kind == Kind::kCame ? "add" : "remove",
                     .first = change.index,
                     .value = reference(program_, change.part)});
      case Kind::kName:
        return property("accessible-name", valid_text(change.text));
      case Kind::kValue:
        return tell_value(change);
      case Kind::kCaret:
        return emit(change.number, {"Object", "TextCaretMoved"}, {.first = change.index});
      case Kind::kState:
        if (change.state == State::kActive) {
          emit(change.number, {"Window", change.on ? "Activate" : "Deactivate"}, {});
        }
        return emit_state(change.number, change.state, change.on);
      case Kind::kTold:
        return emit_from(fmt::format("{}{}", kTells, change.number), {"Object", "StateChanged"},
                         {.detail = "showing", .first = 1});
    }
  }

  void tell_value(const Change& change) {
    const Node& node = tree_->at(tree_->find(change.number));
    if (node.is_field()) {
      emit(change.number, {"Object", "TextChanged"},
           {.detail = "insert",
            .second = static_cast<int>(characters(change.text).size()),
            .value = valid_text(change.text)});
    }
    if (const auto number = text::parse_double(change.text)) {
      emit(change.number, {"Object", "PropertyChange"},
           {.detail = "accessible-value", .value = g_variant_new_double(*number)});
    }
  }

  struct Details {
    std::string_view detail{};
    int first = 0;
    int second = 0;
    GVariant* value = nullptr;
  };
  using Signal = std::pair<std::string_view, std::string_view>;  // "Object", "StateChanged"

  void emit_state(int number, State state, bool on) {
    emit(number, {"Object", "StateChanged"}, {.detail = state_name(state), .first = on ? 1 : 0});
  }
  void emit(int number, const Signal& signal, const Details& details) {
    emit_from(fmt::format("{}", number), signal, details);
  }
  void emit_from(const std::string& object, const Signal& signal, const Details& details) {
    GVariant* const value = details.value == nullptr ? g_variant_new_int32(0) : details.value;
    GVariant* const body =
        tuple({text_value(std::string(details.detail)), g_variant_new_int32(details.first),
               g_variant_new_int32(details.second), g_variant_new_variant(value),
               desktop::list("{sv}", {})});
    g_dbus_connection_emit_signal(connection_.get(), nullptr,
                                  fmt::format("{}/{}", kObjects, object).c_str(),
                                  fmt::format("{}Event.{}", kPrefix, signal.first).c_str(),
                                  std::string(signal.second).c_str(), body, nullptr);
  }

  // The question for the object of this path; nullopt: no such object.
  std::optional<Question> question(std::string_view object) const {
    if (!tree_) return std::nullopt;
    Question asked{.tree = *tree_, .program = program_};
    if (object == "root") return asked;
    asked.tells = object.starts_with(kTells);
    if (asked.tells) object.remove_prefix(kTells.size());
    const auto number = text::parse_int(object);
    const int position = number ? tree_->find(static_cast<int>(*number)) : -1;
    if (position < 0) return std::nullopt;
    asked.node = &tree_->at(position);
    return asked;
  }

  static gchar** no_children(GDBusConnection*, const gchar*, const gchar*, gpointer) {
    return g_new0(gchar*, 1);
  }
  static GDBusInterfaceInfo** introspect(GDBusConnection*, const gchar*, const gchar*,
                                         const gchar* object, gpointer data) {
    const Bus& self = *static_cast<const Bus*>(data);
    const auto asked = self.question(object == nullptr ? "" : object);
    const std::vector<std::string_view> names =
        asked ? interfaces_of(*asked) : std::vector<std::string_view>{};
    auto** const all = g_new0(GDBusInterfaceInfo*, names.size() + 1);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = fmt::format("{}{}", kPrefix, names[i]);
      all[i] = g_dbus_interface_info_ref(
          g_dbus_node_info_lookup_interface(self.interfaces_.get(), name.c_str()));
    }
    return all;
  }
  static const GDBusInterfaceVTable* dispatch(GDBusConnection*, const gchar*, const gchar*,
                                              const gchar*, const gchar*, gpointer* user,
                                              gpointer data) {
    *user = data;
    return &kCalls;
  }

  Answer answer_to(std::string_view path, std::string_view interface, std::string_view member,
                   GVariant* given) {
    const auto asked = question(path.substr(path.rfind('/') + 1));
    if (!asked) return {};
    const std::string name = fmt::format("{}.{}", interface.substr(kPrefix.size()), member);
    Question whole = *asked;
    whole.member = name;
    whole.given = given;
    Answer given_answer = answer(whole);
    if (given_answer.wish) {
      {
        const std::lock_guard lock(mutex_);
        wishes_.push_back(*given_answer.wish);
      }
      wake_();
    }
    return given_answer;
  }

  static void on_call(GDBusConnection*, const gchar*, const gchar* path, const gchar* interface,
                      const gchar* member, GVariant* parameters, GDBusMethodInvocation* invocation,
                      gpointer data) {
    if (std::string_view(path) == kCachePath) {
      constexpr const char* kItem = "((so)(so)(so)iiassusau)";
      return g_dbus_method_invocation_return_value(invocation, tuple({desktop::list(kItem, {})}));
    }
    Answer answer = static_cast<Bus*>(data)->answer_to(path, interface, member, parameters);
    if (!answer.values) {
      return g_dbus_method_invocation_return_dbus_error(
          invocation, "org.freedesktop.DBus.Error.UnknownObject", "it is not shown any more");
    }
    g_dbus_method_invocation_return_value(invocation, tuple(std::move(*answer.values)));
  }
  static GVariant* on_read(GDBusConnection*, const gchar*, const gchar* path,
                           const gchar* interface, const gchar* property, GError** error,
                           gpointer data) {
    const Answer answer = static_cast<Bus*>(data)->answer_to(path, interface, property, nullptr);
    if (answer.values && !answer.values->empty()) return answer.values->front();
    g_set_error_literal(error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_OBJECT,
                        "it is not shown any more");
    return nullptr;
  }
  static gboolean on_write(GDBusConnection*, const gchar*, const gchar* path,
                           const gchar* interface, const gchar* property, GVariant* value,
                           GError** error, gpointer data) {
    Bus& self = *static_cast<Bus*>(data);
    if (std::string_view(property) == "Id") {
      self.program_.id = g_variant_get_int32(value);
      return TRUE;
    }
    if (self.answer_to(path, interface, property, value).wish) return TRUE;
    g_set_error_literal(error, G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED, "it takes no value now");
    return FALSE;
  }
  static constexpr GDBusInterfaceVTable kCalls = {on_call, on_read, on_write, {}};

  std::function<void()> wake_;
  std::shared_ptr<BusThread> thread_;
  std::atomic<bool> listens_ = false;
  std::atomic<unsigned> joined_ = 0;  // how often somebody began to read
  std::mutex mutex_;
  std::vector<Wish> wishes_;  // guarded

  // Of the window's thread.
  Numbers numbers_{};
  std::vector<ui::Widget> widgets_;
  WindowState window_{};
  unsigned shown_to_ = 0;
  std::shared_ptr<const Tree> shown_{};

  // Of the thread of the bus.
  struct ReleaseNodes {
    void operator()(GDBusNodeInfo* info) const { g_dbus_node_info_unref(info); }
  };
  std::unique_ptr<GDBusNodeInfo, ReleaseNodes> interfaces_{};
  Object<GDBusConnection> connection_{};
  Program program_{};
  std::shared_ptr<const Tree> tree_{};
};

Reader::Reader(std::shared_ptr<BusThread> bus, std::function<void()> wake)
    : bus_(std::make_unique<Bus>(std::move(bus), std::move(wake))) {}

Reader::~Reader() = default;

bool Reader::listens() const {
  return bus_->listens();
}

void Reader::act(ui::Input& input) {
  bus_->act(input);
}

void Reader::show(const std::vector<ui::Widget>& widgets, const WindowState& window) {
  bus_->show(widgets, window);
}

}  // namespace normscope::accessibility
