// SPDX-License-Identifier: MIT
#include "core/io/zip_file.hpp"

#include <zip.h>

#include <cstdio>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/quote.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

// Deflate makes at most 1032 bytes of one (RFC 1951: 258 bytes by two bits); a member that claims
// more lies.
constexpr std::uint64_t kMostInflation = 1032;

// An array of more bytes that is so many times larger than its packed bytes swells. Numbers that
// were measured or computed pack to a half at best.
constexpr std::uint64_t kMuch = std::uint64_t{256} << 20;
constexpr std::uint64_t kManyTimes = 100;

constexpr std::string_view kDamaged = tr_later("its array {name} is damaged");

// `sentence` says so of the array {name}.
template <class... Args>
tl::unexpected<base::Error> damaged(std::string_view name, std::string_view sentence,
                                    const Args&... args) {
  return fail(ErrorKind::kMalformed, tr(sentence, arg("name", quote(name)), args...));
}

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

// The bytes of one member, unpacked.
class UnpackedMember final : public ByteStream {
 public:
  UnpackedMember(std::shared_ptr<const ZipFile> archive, zip_file_t* file, std::string name,
                 std::uint64_t size)
      : archive_(std::move(archive)), file_(file), name_(std::move(name)), remaining_(size) {}
  ~UnpackedMember() override { zip_fclose(file_); }
  UnpackedMember(const UnpackedMember&) = delete;
  UnpackedMember& operator=(const UnpackedMember&) = delete;
  UnpackedMember(UnpackedMember&&) = delete;
  UnpackedMember& operator=(UnpackedMember&&) = delete;

  Expected<void> read(std::span<char> out) override {
    for (std::size_t done = 0; done < out.size();) {
      const zip_int64_t got = zip_fread(file_, out.data() + done, out.size() - done);
      if (got < 0) return damaged(name_, kDamaged);
      if (got == 0) {
        return damaged(name_,
                       tr_later("its array {name} ends before the size that the archive gives it"));
      }
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
    if (got < 0)
      return damaged(name_, tr_later("its array {name} is damaged: its checksum differs"));
    if (got > 0)
      return damaged(name_, tr_later("its array {name} is longer than the archive says"));
    return {};
  }

  std::shared_ptr<const ZipFile> archive_;
  zip_file_t* file_;
  std::string name_;
  std::uint64_t remaining_;
};

}  // namespace

bool is_zip(std::string_view front) {
  return front.starts_with("PK\x03\x04") || front.starts_with("PK\x05\x06");
}

Expected<std::shared_ptr<const ZipFile>> ZipFile::open(ByteSource source) {
  std::shared_ptr<ZipFile> archive(new ZipFile(std::move(source)));
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const bytes = zip_source_of(archive->source_, &error);
  if (bytes != nullptr) {
    archive->zip_ = zip_open_from_source(bytes, ZIP_RDONLY, &error);
    if (archive->zip_ == nullptr) zip_source_free(bytes);
  }
  zip_error_fini(&error);
  if (archive->zip_ != nullptr) return archive;
  return fail(ErrorKind::kMalformed, tr("it begins like a zip archive and is not a whole one"));
}

ZipFile::~ZipFile() {
  zip_discard(zip_);
}

Expected<std::vector<ZipFile::Member>> ZipFile::members() const {
  const zip_int64_t count = zip_get_num_entries(zip_, 0);
  if (count < 0 || static_cast<std::uint64_t>(count) > base::kMaxNpzMembers) {
    return fail(ErrorKind::kTooLarge, tr("it has {count} members; {most} are the most",
                                         arg("count", count), arg("most", base::kMaxNpzMembers)));
  }
  std::vector<Member> members;
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    const char* const stored = zip_get_name(zip_, i, ZIP_FL_ENC_GUESS);
    members.push_back({i, stored == nullptr ? "" : stored});
  }
  return members;
}

std::optional<Swelling> ZipFile::Size::swelling() const {
  if (whole <= kMuch || whole / kManyTimes <= packed) return std::nullopt;
  return Swelling{packed, whole};
}

Expected<ZipFile::Size> ZipFile::size_of(const Member& member) const {
  zip_stat_t about;
  zip_stat_init(&about);
  if (zip_stat_index(zip_, member.index, 0, &about) != 0) return damaged(member.name, kDamaged);
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((about.valid & kNeeded) != kNeeded) {
    return damaged(member.name, tr_later("its array {name} is not described by the archive"));
  }
  if (about.encryption_method != ZIP_EM_NONE) {
    return fail(ErrorKind::kUnsupported,
                tr("its array {name} is encrypted", arg("name", quote(member.name))));
  }
  if (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE) {
    return fail(ErrorKind::kUnsupported,
                tr("its array {name} is packed by a method that NumPy does not use",
                   arg("name", quote(member.name))));
  }
  const std::uint64_t inflation = about.comp_method == ZIP_CM_STORE ? 1 : kMostInflation;
  if (about.size / inflation > about.comp_size) {
    return damaged(
        member.name,
        tr_later("its array {name} claims {size} bytes, which its {comp_size} packed ones "
                 "cannot hold"),
        arg("size", about.size), arg("comp_size", about.comp_size));
  }
  return Size{about.comp_size, about.size};
}

Expected<ByteSource> ZipFile::unpack(const Member& member, const Size& size) const {
  zip_file_t* const file = zip_fopen_index(zip_, member.index, 0);
  if (file == nullptr) return damaged(member.name, kDamaged);
  return ByteSource::of(
      std::make_unique<UnpackedMember>(shared_from_this(), file, member.name, size.whole),
      size.whole);
}

}  // namespace normscope::io
