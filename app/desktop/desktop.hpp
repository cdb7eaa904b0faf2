// SPDX-License-Identifier: MIT
// What the user's desktop offers programs: its file dialog, and how things shall look. Both come
// through the portals of the session bus, on a thread of its own, so that the window waits for
// nothing. Without a bus or a portal nothing is offered, and the program uses its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace normscope::desktop {

class BusThread;

enum class ColorScheme { kNoPreference, kDark, kLight };

/// The settings that say how programs shall look; the defaults where nothing is said.
struct Appearance {
  ColorScheme scheme = ColorScheme::kNoPreference;
  bool reduced_motion = false;
  bool operator==(const Appearance&) const = default;
};

/// A row of the dialog's choice of files.
struct FilePatterns {
  std::string name{};                   // "Numbers"
  std::vector<std::string> patterns{};  // "*.npy"; none: all files
};

struct FileRequest {
  std::string title{};
  std::string accept{};            // the button's label
  bool saves = false;              // a place to save to, else a file to open
  std::filesystem::path folder{};  // that is shown first; empty: the desktop's choice
  std::string name{};              // suggested for saving
  std::vector<FilePatterns> patterns{};
};

/// Neither a path nor a fault: the user cancelled.
struct FileAnswer {
  std::optional<std::filesystem::path> path{};
  std::string fault{};  // why there was no dialog
};

class Desktop {
 public:
  /// Asks the session bus at this address; empty: the user's own. `wake` is called on the desktop's
  /// thread when an answer or a setting has come.
  explicit Desktop(std::function<void()> wake, std::string address = {});
  ~Desktop();
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  /// Whether the desktop has answered so far, and what it has said.
  bool answered() const;
  Appearance appearance() const;
  bool has_file_dialog() const;

  /// The window that a dialog belongs to: "x11:1a00003"; empty where that is not known.
  void set_parent(std::string window);

  /// Shows the desktop's file dialog; returns the request's number. One is open at a time: an older
  /// one is withdrawn.
  std::uint64_t ask(FileRequest request);
  /// The answer to this request, once it is there.
  std::optional<FileAnswer> take_answer(std::uint64_t number);
  /// Puts the open dialog away; it has no answer then.
  void withdraw();

  /// The thread that speaks to the bus, for who has more to say there; null without GIO.
  std::shared_ptr<BusThread> bus() const;

 private:
  class Portal;
  std::unique_ptr<Portal> portal_;
};

}  // namespace normscope::desktop
