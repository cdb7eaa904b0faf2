// SPDX-License-Identifier: MIT
// Keeps the program alive where a file that is mapped into memory is cut short by another program:
// the system then answers a read beyond the file's end with the signal SIGBUS, which would end it.
#pragma once

#include <cstddef>
#include <memory>

namespace normscope::tensor {

/// Switches the guard on for this process, by a handler of SIGBUS that passes on what does not
/// concern guarded files to the handler that was there before. A program calls it once, before it
/// reads. Where it has not been called, Buffer::of_file leaves no numbers in files: they are read
/// into memory, and a file that is cut short meanwhile is an error of the reading.
void guard_mapped_files();

class FileGuard {
 public:
  /// Guards `size` bytes from `start`, a mapping of the file `descriptor` from its first byte on.
  /// Reads beyond the end of the file then give zeros, and damaged() says so. Null where the guard
  /// is off, and where as many mappings are guarded as can be (kMost).
  static std::unique_ptr<FileGuard> create(const void* start, std::size_t size, int descriptor);
  ~FileGuard();
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;

  /// Mappings that are guarded at the same time.
  static constexpr std::size_t kMost = 64;

  /// Guards no longer: other memory has taken the mapping's place.
  void end();

  /// Whether a read found no file behind it.
  bool damaged() const;

 private:
  explicit FileGuard(std::size_t place) : place_(place) {}

  std::size_t place_;
};

}  // namespace normscope::tensor
