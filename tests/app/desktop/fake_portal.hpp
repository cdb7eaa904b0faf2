// SPDX-License-Identifier: MIT
// A session bus of its own and a desktop portal on it, which answers what a test tells it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace normscope::testing {

/// A message bus that ends with this object.
class PrivateBus {
 public:
  PrivateBus();
  ~PrivateBus();
  PrivateBus(const PrivateBus&) = delete;
  PrivateBus& operator=(const PrivateBus&) = delete;
  /// Whether there is a dbus-daemon that can be started.
  bool installed() const { return installed_; }
  const std::string& address() const { return address_; }

 private:
  bool installed_ = false;
  int process_ = -1;
  std::string address_;
};

class FakePortal {
 public:
  explicit FakePortal(const std::string& address);
  ~FakePortal();
  FakePortal(const FakePortal&) = delete;
  FakePortal& operator=(const FakePortal&) = delete;

  /// The settings that are told: the colour scheme's number, and whether things move.
  void set_appearance(unsigned scheme, bool animations);
  /// Tells listeners of another colour scheme.
  void change_scheme(unsigned scheme);
  /// What the next dialogs are answered with: these addresses, or nothing when the user cancels;
  /// unset: they stay open.
  void answer_with(std::optional<std::vector<std::string>> uris);
  void keep_open();

  /// The method and the parameters of the last dialog, as GLib prints them; empty before the first.
  std::string last_request();
  int closed();  // the number of dialogs that were closed by the program

 private:
  class Service;
  std::unique_ptr<Service> service_;
};

}  // namespace normscope::testing
