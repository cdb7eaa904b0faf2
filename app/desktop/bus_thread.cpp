// SPDX-License-Identifier: MIT
#include "app/desktop/bus_thread.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "core/base/environment.hpp"

namespace normscope::desktop {

namespace {

// The address of the user's bus. GLib would start a bus where there is none.
std::string session_bus() {
  if (const auto address = base::environment(base::Variable::kSessionBus)) return *address;
  const auto folder = base::environment(base::Variable::kRuntimeDir);
  if (!folder) return {};
  const std::filesystem::path socket = std::filesystem::path(*folder) / "bus";
  std::error_code failed;
  if (!std::filesystem::is_socket(socket, failed)) return {};
  return fmt::format("unix:path={}", socket.string());
}

}  // namespace

Object<GDBusConnection> connect_to_bus(const std::string& address, GCancellable* cancel) {
  constexpr auto kClient =
      static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                        G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION);
  return Object<GDBusConnection>(
      g_dbus_connection_new_for_address_sync(address.c_str(), kClient, nullptr, cancel, nullptr));
}

BusThread::BusThread(std::string address)
    : address_(address.empty() ? session_bus() : std::move(address)),
      context_(g_main_context_new()),
      loop_(g_main_loop_new(context_, FALSE)),
      cancel_(g_cancellable_new()) {
  if (address_.empty()) return;
  thread_ = std::thread([this] {
    g_main_context_push_thread_default(context_);
    connection_ = connect_to_bus(address_, cancel_.get());
    g_main_loop_run(loop_);
    if (connection_) g_dbus_connection_close_sync(connection_.get(), nullptr, nullptr);
    connection_.reset();
    g_main_context_pop_thread_default(context_);
  });
}

BusThread::~BusThread() {
  stop();
  g_main_loop_unref(loop_);
  g_main_context_unref(context_);
}

void BusThread::run(Work work) {
  const auto call = [](gpointer data) -> gboolean {
    (*static_cast<Work*>(data))();
    return G_SOURCE_REMOVE;
  };
  const auto release = [](gpointer data) {
    const std::unique_ptr<Work> kept(static_cast<Work*>(data));
  };
  g_main_context_invoke_full(context_, G_PRIORITY_DEFAULT, call,
                             std::make_unique<Work>(std::move(work)).release(), release);
}

void BusThread::stop() {
  g_cancellable_cancel(cancel_.get());
  if (!thread_.joinable()) return;
  run([this] { g_main_loop_quit(loop_); });
  thread_.join();
}

}  // namespace normscope::desktop
