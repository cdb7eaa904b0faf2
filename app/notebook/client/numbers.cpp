// SPDX-License-Identifier: MIT
#include "app/notebook/client/numbers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <type_traits>

#include "app/notebook/protocol/messages.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using text::tr;

namespace {

using base::ErrorKind;

constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK;

tl::unexpected<base::Error> unavailable(std::string_view what) {
  return base::fail(ErrorKind::kUnavailable, fmt::format("{}: {}", what, io::reason_of(errno)));
}

class Mapping {
 public:
  Mapping(int file, std::size_t bytes)
      : bytes_(bytes),
        start_(mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0)) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (mapped()) munmap(start_, bytes_);
  }
  bool mapped() const { return start_ != MAP_FAILED; }  // NOLINT(*-cstyle-cast)
  const void* start() const { return start_; }

 private:
  std::size_t bytes_;
  void* start_;
};

// Nobody can change the file any more, and it has this size.
base::Expected<void> check_file(const io::Descriptor& file, std::int64_t bytes) {
  const int seals = fcntl(file.number(), F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals) {
    return base::fail(ErrorKind::kMalformed, std::string(tr("the numbers are not sealed")));
  }
  struct stat about {};
  if (fstat(file.number(), &about) != 0 || about.st_size != bytes) {
    return base::fail(ErrorKind::kMalformed,
                      std::string(tr("the numbers have not the size that was named")));
  }
  return {};
}

}  // namespace

base::Expected<io::Descriptor> make_memory_file(std::int64_t bytes) {
  if (bytes < 0 || bytes > protocol::kMostTakenBytes) {
    return base::fail(ErrorKind::kTooLarge,
                      std::string(tr("these are too many numbers to take at once")));
  }
  io::Descriptor file(memfd_create("normscope", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.open() || ftruncate(file.number(), bytes) != 0 ||
      fcntl(file.number(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0) {
    return unavailable(tr("there is no memory for the numbers"));
  }
  return file;
}

base::Expected<std::vector<std::uint8_t>> read_bytes(const io::Descriptor& file,
                                                     std::int64_t bytes) {
  const auto checked = check_file(file, bytes);
  if (!checked) return tl::unexpected(checked.error());
  if (bytes == 0) return std::vector<std::uint8_t>();
  const Mapping mapping(file.number(), static_cast<std::size_t>(bytes));
  if (!mapping.mapped()) return unavailable(tr("the numbers cannot be read"));
  const auto* const from = static_cast<const std::uint8_t*>(mapping.start());
  return std::vector<std::uint8_t>(from, from + bytes);
}

base::Expected<std::vector<float>> read_numbers(const io::Descriptor& file, arrays::Dtype dtype,
                                                std::int64_t elements) {
  const auto bytes = protocol::taken_bytes(dtype, {elements});
  if (!bytes) return tl::unexpected(bytes.error());
  const auto checked = check_file(file, *bytes);
  if (!checked) return tl::unexpected(checked.error());
  if (elements == 0) return std::vector<float>();
  const Mapping mapping(file.number(), static_cast<std::size_t>(*bytes));
  if (!mapping.mapped()) return unavailable(tr("the numbers cannot be read"));
  return arrays::visit_dtype(dtype, [&]<class From>(arrays::Type<From>) {
    // A byte other than 0 and 1 is no valid bool of C++.
    using Stored = std::conditional_t<std::is_same_v<From, bool>, std::uint8_t, From>;
    const auto* const from = static_cast<const Stored*>(mapping.start());
    if constexpr (std::is_same_v<Stored, float>) {
      return std::vector<float>(from, from + elements);
    } else {
      std::vector<float> values(static_cast<std::size_t>(elements));
      std::transform(from, from + elements, values.begin(), [](Stored value) {
        if constexpr (std::is_same_v<From, bool>) return value != 0 ? 1.0F : 0.0F;
        return arrays::convert<float>(value);
      });
      return values;
    }
  });
}

}  // namespace normscope::notebook::client
