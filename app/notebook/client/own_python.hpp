// SPDX-License-Identifier: MIT
// A Python of the person's own: what belongs to it, found by reading its files, never by running
// it. A stranger's folder holds a stranger's interpreter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::notebook::client {

struct OwnPython {
  std::filesystem::path program{};  // as named: a virtual environment is known by where its link is
  // What its cells read: its installation, its packages, the system's libraries.
  std::vector<std::filesystem::path> places{};
  std::filesystem::path user_base{};  // ~/.local where it has packages of the person's; or empty
  std::string version{};              // "3.11"; empty: its files do not say
  bool has_torch = false;
  std::string torch_version{};  // "2.6.0+cpu"; empty: as above
  bool operator==(const OwnPython&) const = default;
};

/// The Python of this path: a program, or the folder of an environment. Its installation is the
/// folder of a pyvenv.cfg beside or above the program and that of the Python that the file names;
/// or, links followed, the first folder above the program whose lib holds Python's library.
/// `home` is the person's; empty: unknown.
/// errors  NotFound: there is no such program, or no library of Python belongs to it;
///         InvalidArgument: a program whose name does not begin with "python"; its installation is
///         the root of all files, the home folder or a folder that holds that: to let cells read it
///         would be to let them read everything
base::Expected<OwnPython> own_python(const std::filesystem::path& named,
                                     const std::filesystem::path& home);

}  // namespace normscope::notebook::client
