// SPDX-License-Identifier: MIT
#include "tests/app/desktop/fake_portal.hpp"

#include <gio/gio.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/desktop/glib_types.hpp"

namespace normscope::testing {

using desktop::child;
using desktop::list;
using desktop::Object;
using desktop::Options;
using desktop::Text;
using desktop::text_value;
using desktop::tuple;
using desktop::Variant;

namespace {

constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kInterfaces = R"(<node>
  <interface name='org.freedesktop.portal.FileChooser'>
    <method name='OpenFile'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/>
      <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
    </method>
    <method name='SaveFile'>
      <arg type='s' direction='in'/><arg type='s' direction='in'/>
      <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
    </method>
    <property name='version' type='u' access='read'/>
  </interface>
  <interface name='org.freedesktop.portal.Settings'>
    <method name='ReadAll'>
      <arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/>
    </method>
    <signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>
  </interface>
  <interface name='org.freedesktop.portal.Request'><method name='Close'/></interface>
</node>)";

std::string first_line(int descriptor) {
  std::string line;
  char byte = 0;
  while (::read(descriptor, &byte, 1) == 1 && byte != '\n') line += byte;
  return line;
}

}  // namespace

PrivateBus::PrivateBus() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addclose(&actions, ends[0]);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::array<std::string, 4> words = {"dbus-daemon", "--session", "--nofork", "--print-address=1"};
  std::array<char*, 5> arguments = {words[0].data(), words[1].data(), words[2].data(),
                                    words[3].data(), nullptr};
  pid_t process = -1;
  const int failed =
      ::posix_spawnp(&process, "dbus-daemon", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed == 0) {
    process_ = process;
    address_ = first_line(ends[0]);
  }
  ::close(ends[0]);
  installed_ = failed != ENOENT;
}

PrivateBus::~PrivateBus() {
  if (process_ <= 0) return;
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
}

class FakePortal::Service {
 public:
  explicit Service(const std::string& address)
      : address_(address),
        context_(g_main_context_new()),
        loop_(g_main_loop_new(context_, FALSE)),
        thread_([this] { run(); }) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::minutes(1), [this] { return ready_; }))
        << "the portal does not start";
  }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service() {
    g_main_loop_quit(loop_);
    thread_.join();
    g_main_loop_unref(loop_);
    g_main_context_unref(context_);
  }

  // Read and set by tests while the thread may run.
  std::mutex mutex_;
  unsigned scheme_ = 0;
  bool animations_ = true;
  bool answers_ = true;
  std::optional<std::vector<std::string>> uris_{};
  std::string last_request_;
  int closed_ = 0;

  void tell(unsigned scheme) {
    g_dbus_connection_emit_signal(
        connection_.get(), nullptr, kPath, "org.freedesktop.portal.Settings", "SettingChanged",
        tuple({text_value("org.freedesktop.appearance"), text_value("color-scheme"),
               g_variant_new_variant(g_variant_new_uint32(scheme))}),
        nullptr);
  }

 private:
  void run() {
    g_main_context_push_thread_default(context_);
    connection_.reset(g_dbus_connection_new_for_address_sync(
        address_.c_str(),
        static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
        nullptr, nullptr, nullptr));
    interfaces_ = g_dbus_node_info_new_for_xml(kInterfaces, nullptr);
    serve(kPath, "org.freedesktop.portal.FileChooser");
    serve(kPath, "org.freedesktop.portal.Settings");
    constexpr guint32 kNoFlags = 0;
    const Variant named(g_dbus_connection_call_sync(
        connection_.get(), "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "RequestName",
        tuple({text_value("org.freedesktop.portal.Desktop"), g_variant_new_uint32(kNoFlags)}),
        nullptr, G_DBUS_CALL_FLAGS_NONE, -1, nullptr, nullptr));
    {
      const std::lock_guard lock(mutex_);
      ready_ = true;
    }
    changed_.notify_all();
    g_main_loop_run(loop_);
    connection_.reset();
    g_dbus_node_info_unref(interfaces_);
    g_main_context_pop_thread_default(context_);
  }

  void serve(const char* path, const char* interface) {
    static constexpr GDBusInterfaceVTable kCalls = {
        [](GDBusConnection*, const char*, const char*, const char*, const char* method,
           GVariant* parameters, GDBusMethodInvocation* call,
           gpointer self) { static_cast<Service*>(self)->answer(method, parameters, call); },
        [](GDBusConnection*, const char*, const char*, const char*, const char*, GError**,
           gpointer) { return g_variant_new_uint32(3); },
        nullptr,
        {}};
    g_dbus_connection_register_object(connection_.get(), path,
                                      g_dbus_node_info_lookup_interface(interfaces_, interface),
                                      &kCalls, this, nullptr, nullptr);
  }

  void answer(const std::string& method, GVariant* parameters, GDBusMethodInvocation* call) {
    const std::lock_guard lock(mutex_);
    if (method == "ReadAll") {
      g_dbus_method_invocation_return_value(call, tuple({settings()}));
    } else if (method == "Close") {
      ++closed_;
      g_dbus_method_invocation_return_value(call, nullptr);
    } else {
      show_dialog(method, parameters, call);
    }
  }

  GVariant* settings() const {
    Options appearance;
    appearance.add("color-scheme", g_variant_new_uint32(scheme_));
    Options interface;
    interface.add("enable-animations", g_variant_new_boolean(animations_ ? TRUE : FALSE));
    return list(
        "{sa{sv}}",
        {g_variant_new_dict_entry(text_value("org.freedesktop.appearance"), appearance.take()),
         g_variant_new_dict_entry(text_value("org.gnome.desktop.interface"), interface.take())});
  }

  void show_dialog(const std::string& method, GVariant* parameters, GDBusMethodInvocation* call) {
    const Text printed(g_variant_print(parameters, FALSE));
    last_request_ = method + " " + printed.get();
    const Variant options = child(parameters, 2);
    const Variant token(g_variant_lookup_value(options.get(), "handle_token", nullptr));
    std::string sender = g_dbus_method_invocation_get_sender(call);
    sender.erase(0, 1);
    for (char& letter : sender) {
      if (letter == '.') letter = '_';
    }
    const std::string path = std::string(kPath) + "/request/" + sender + "/" +
                             g_variant_get_string(token.get(), nullptr);
    serve(path.c_str(), "org.freedesktop.portal.Request");
    g_dbus_method_invocation_return_value(call, tuple({g_variant_new_object_path(path.c_str())}));
    if (!answers_) return;
    Options results;
    std::vector<GVariant*> uris;
    for (const std::string& uri : uris_.value_or(std::vector<std::string>{})) {
      uris.push_back(text_value(uri));
    }
    results.add("uris", list("s", uris));
    const guint32 cancelled = uris_ ? 0 : 1;
    g_dbus_connection_emit_signal(
        connection_.get(), nullptr, path.c_str(), "org.freedesktop.portal.Request", "Response",
        tuple({g_variant_new_uint32(cancelled), results.take()}), nullptr);
  }

  std::string address_;
  GMainContext* context_;
  GMainLoop* loop_;
  Object<GDBusConnection> connection_{};
  GDBusNodeInfo* interfaces_ = nullptr;
  std::condition_variable changed_;
  bool ready_ = false;
  std::thread thread_;
};

FakePortal::FakePortal(const std::string& address) : service_(std::make_unique<Service>(address)) {}
FakePortal::~FakePortal() = default;

void FakePortal::set_appearance(unsigned scheme, bool animations) {
  const std::lock_guard lock(service_->mutex_);
  service_->scheme_ = scheme;
  service_->animations_ = animations;
}

void FakePortal::change_scheme(unsigned scheme) {
  service_->tell(scheme);
}

void FakePortal::answer_with(std::optional<std::vector<std::string>> uris) {
  const std::lock_guard lock(service_->mutex_);
  service_->answers_ = true;
  service_->uris_ = std::move(uris);
}

void FakePortal::keep_open() {
  const std::lock_guard lock(service_->mutex_);
  service_->answers_ = false;
}

std::string FakePortal::last_request() {
  const std::lock_guard lock(service_->mutex_);
  return service_->last_request_;
}

int FakePortal::closed() {
  const std::lock_guard lock(service_->mutex_);
  return service_->closed_;
}

}  // namespace normscope::testing
