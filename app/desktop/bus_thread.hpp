// SPDX-License-Identifier: MIT
// The thread that speaks to the session bus: GLib's loop, which the window's own loop cannot wait
// for beside the events of the screen. What uses the bus (the desktop's dialogs and settings, a
// screen reader) shares it.
#pragma once

#include <gio/gio.h>

#include <functional>
#include <string>
#include <thread>

#include "app/desktop/glib_types.hpp"

namespace normscope::desktop {

class BusThread {
 public:
  using Work = std::function<void()>;

  /// Connects to the bus at this address; empty: the user's own. Where there is none, there is no
  /// thread, and no work is done.
  explicit BusThread(std::string address);
  ~BusThread();
  BusThread(const BusThread&) = delete;
  BusThread& operator=(const BusThread&) = delete;

  /// Does this on the thread, in the order of the calls.
  void run(Work work);
  /// Ends the thread: what it waits for is cancelled, and nothing is done any more. Who uses the
  /// thread calls it before it ends itself.
  void stop();

  // On the thread:
  /// Null where nobody could connect.
  GDBusConnection* connection() const { return connection_.get(); }
  GCancellable* cancel() const { return cancel_.get(); }

  /// Milliseconds for an answer of a program that has to be started.
  static constexpr int kPatience = 5000;

 private:
  std::string address_;
  GMainContext* context_;
  GMainLoop* loop_;
  Object<GCancellable> cancel_;
  Object<GDBusConnection> connection_{};
  std::thread thread_{};
};

/// A connection to the bus at this address; null where nobody can connect.
Object<GDBusConnection> connect_to_bus(const std::string& address, GCancellable* cancel);

}  // namespace normscope::desktop
