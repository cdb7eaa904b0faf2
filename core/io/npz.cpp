// SPDX-License-Identifier: MIT
#include "core/io/npz.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/npy.hpp"
#include "core/io/quote.hpp"

namespace normscope::io {

using base::ErrorKind;
using base::Expected;
using base::fail;

namespace {

constexpr std::string_view kMemberEnding = ".npy";

// Deflate makes at most 1032 bytes of one (RFC 1951: 258 bytes by two bits); a member that claims
// more lies.
constexpr std::uint64_t kMostInflation = 1032;

// An array of more bytes that is so many times larger than its packed bytes swells. Numbers that
// were measured or computed pack to a half at best.
constexpr std::uint64_t kMuch = std::uint64_t{256} << 20;
constexpr std::uint64_t kManyTimes = 100;

tl::unexpected<base::Error> damaged(std::string_view name, std::string_view how) {
  return fail(ErrorKind::kMalformed, fmt::format("its array {} {}", quote(name), how));
}

// An archive that is open, and the bytes that it is read from.
class Zip {
 public:
  static Expected<std::shared_ptr<Zip>> open(ByteSource source);
  ~Zip() { zip_discard(zip_); }
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;
  Zip(Zip&&) = delete;
  Zip& operator=(Zip&&) = delete;

  zip_t* get() const { return zip_; }

 private:
  explicit Zip(ByteSource source) : source_(std::move(source)) {}

  ByteSource source_;
  zip_t* zip_ = nullptr;
};

// The whole file or memory of a source as libzip reads it.
zip_source_t* zip_source_of(const ByteSource& source, zip_error_t* error) {
  const auto place = source.place();
  if (!place) {
    const std::string_view bytes = source.bytes();
    return zip_source_buffer_create(bytes.data(), bytes.size(), 0, error);
  }
  Descriptor file = duplicate(place->descriptor);
  std::FILE* const stream = file.open() ? fdopen(file.number(), "rb") : nullptr;
  if (stream == nullptr) return nullptr;
  file.release();
  zip_source_t* const made = zip_source_filep_create(stream, 0, -1, error);
  // Else libzip owns the stream.  NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
  if (made == nullptr) (void)std::fclose(stream);
  return made;
}

Expected<std::shared_ptr<Zip>> Zip::open(ByteSource source) {
  std::shared_ptr<Zip> archive(new Zip(std::move(source)));
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const bytes = zip_source_of(archive->source_, &error);
  if (bytes != nullptr) {
    archive->zip_ = zip_open_from_source(bytes, ZIP_RDONLY, &error);
    if (archive->zip_ == nullptr) zip_source_free(bytes);
  }
  zip_error_fini(&error);
  if (archive->zip_ != nullptr) return archive;
  return fail(ErrorKind::kMalformed, "it begins like a zip archive and is not a whole one");
}

// The bytes of one member, unpacked.
class Member final : public ByteStream {
 public:
  Member(std::shared_ptr<Zip> archive, zip_file_t* file, std::string name, std::uint64_t size)
      : archive_(std::move(archive)), file_(file), name_(std::move(name)), remaining_(size) {}
  ~Member() override { zip_fclose(file_); }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  Member(Member&&) = delete;
  Member& operator=(Member&&) = delete;

  Expected<void> read(std::span<char> out) override {
    for (std::size_t done = 0; done < out.size();) {
      const zip_int64_t got = zip_fread(file_, out.data() + done, out.size() - done);
      if (got < 0) return damaged(name_, "is damaged");
      if (got == 0) return damaged(name_, "ends before the size that the archive gives it");
      done += static_cast<std::size_t>(got);
    }
    remaining_ -= out.size();
    return remaining_ == 0 ? check_end() : Expected<void>();
  }

 private:
  // The archive's checksum is compared when the end is reached.
  Expected<void> check_end() {
    char beyond = 0;
    const zip_int64_t got = zip_fread(file_, &beyond, 1);
    if (got < 0) return damaged(name_, "is damaged: its checksum differs");
    if (got > 0) return damaged(name_, "is longer than the archive says");
    return {};
  }

  std::shared_ptr<Zip> archive_;
  zip_file_t* file_;
  std::string name_;
  std::uint64_t remaining_;
};

// A member by its number, checked without being unpacked.
struct Found {
  zip_uint64_t index = 0;
  std::string name;  // without .npy
};

Expected<void> check_member(const zip_stat_t& about, std::string_view name) {
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((about.valid & kNeeded) != kNeeded) return damaged(name, "is not described by the archive");
  if (about.encryption_method != ZIP_EM_NONE) {
    return fail(ErrorKind::kUnsupported, fmt::format("its array {} is encrypted", quote(name)));
  }
  if (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE) {
    return fail(
        ErrorKind::kUnsupported,
        fmt::format("its array {} is packed by a method that NumPy does not use", quote(name)));
  }
  const std::uint64_t inflation = about.comp_method == ZIP_CM_STORE ? 1 : kMostInflation;
  if (about.size / inflation > about.comp_size) {
    return damaged(name, fmt::format("claims {} bytes, which its {} packed ones cannot hold",
                                     about.size, about.comp_size));
  }
  return {};
}

Expected<zip_stat_t> about_member(const Zip& archive, const Found& found) {
  zip_stat_t about;
  zip_stat_init(&about);
  if (zip_stat_index(archive.get(), found.index, 0, &about) != 0) {
    return damaged(found.name, "is damaged");
  }
  if (const auto fits = check_member(about, found.name); !fits) {
    return tl::unexpected(fits.error());
  }
  return about;
}

std::optional<Swelling> swelling_of(const zip_stat_t& about) {
  if (about.size <= kMuch || about.size / kManyTimes <= about.comp_size) return std::nullopt;
  return Swelling{about.comp_size, about.size};
}

Expected<ByteSource> open_member(const std::shared_ptr<Zip>& archive, const Found& found,
                                 const zip_stat_t& about) {
  zip_file_t* const file = zip_fopen_index(archive->get(), found.index, 0);
  if (file == nullptr) return damaged(found.name, "is damaged");
  return ByteSource::of(std::make_unique<Member>(archive, file, found.name, about.size),
                        about.size);
}

Expected<std::vector<Found>> find_members(const Zip& archive) {
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  if (count < 0 || static_cast<std::uint64_t>(count) > base::kMaxNpzMembers) {
    return fail(ErrorKind::kTooLarge,
                fmt::format("it has {} members; {} are the most", count, base::kMaxNpzMembers));
  }
  std::vector<Found> members;
  std::set<std::string> names;
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    const char* const stored = zip_get_name(archive.get(), i, ZIP_FL_ENC_GUESS);
    std::string name = stored == nullptr ? "" : stored;
    if (!name.ends_with(kMemberEnding)) continue;
    name.resize(name.size() - kMemberEnding.size());
    if (name.empty()) continue;
    if (!names.insert(name).second) return damaged(name, "is there twice");
    members.push_back({i, std::move(name)});
  }
  if (!members.empty() || count == 0) return members;
  return fail(ErrorKind::kUnsupported,
              "it is a zip archive without .npy arrays (a PyTorch file?), not an .npz file",
              "in Python, save the arrays with numpy.savez or safetensors");
}

// What the member's header tells; one that cannot be read says why.
Expected<ArrayEntry> describe(const std::shared_ptr<Zip>& archive, const Found& member,
                              std::uint64_t& header_bytes) {
  ArrayEntry entry{member.name, ""};
  const auto about = about_member(*archive, member);
  auto source =
      about.and_then([&](const zip_stat_t& found) { return open_member(archive, member, found); });
  if (!source) {
    entry.problem = source.error().sentence;
    return entry;
  }
  entry.swells = swelling_of(*about);
  const std::uint64_t size = source->remaining();
  const auto header = read_npy_header(*source);
  if (!header) {
    entry.problem = header.error().sentence;
    return entry;
  }
  entry.type = type_name(header->element);
  entry.shape = header->shape;
  header_bytes += size - source->remaining();
  if (header_bytes <= base::kMaxNpzHeaderBytes) return entry;
  return fail(ErrorKind::kTooLarge, fmt::format("the headers of its arrays have more than {} bytes",
                                                base::kMaxNpzHeaderBytes));
}

}  // namespace

bool is_zip(std::string_view front) {
  return front.starts_with("PK\x03\x04") || front.starts_with("PK\x05\x06");
}

Expected<Arrays> npz_arrays(ByteSource source, const std::stop_token& stop) {
  const auto archive = Zip::open(std::move(source));
  if (!archive) return tl::unexpected(archive.error());
  auto members = find_members(**archive);
  if (!members) return tl::unexpected(members.error());
  Arrays arrays;
  std::uint64_t header_bytes = 0;
  for (const Found& member : *members) {
    if (stop.stop_requested()) return fail(ErrorKind::kCancelled, "reading was stopped");
    auto entry = describe(*archive, member, header_bytes);
    if (!entry) return tl::unexpected(entry.error());
    arrays.entries.push_back(*std::move(entry));
  }
  arrays.read = [archive = *archive, members = *std::move(members)](
                    std::size_t at, const ReadWatch& watch) -> Expected<tensor::Tensor> {
    const auto about = about_member(*archive, members[at]);
    if (!about) return tl::unexpected(about.error());
    if (const auto swelling = swelling_of(*about); swelling && !watch.may_swell) {
      return fail(ErrorKind::kTooLarge, sentence_of(*swelling, members[at].name),
                  "where that is as it should be, unpack the .npy by unzip and read that");
    }
    auto member = open_member(archive, members[at], *about);
    if (!member) return tl::unexpected(member.error());
    return read_npy(*std::move(member), watch);
  };
  return arrays;
}

}  // namespace normscope::io
