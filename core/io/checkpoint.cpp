// SPDX-License-Identifier: MIT
#include "core/io/checkpoint.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/pickled_tensors.hpp"
#include "core/io/quote.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

constexpr std::string_view kPickleName = "data.pkl";

// The folder of a checkpoint's members, with its slash; none where they are no checkpoint's.
std::optional<std::string> folder_of(const std::vector<ZipFile::Member>& members) {
  for (const ZipFile::Member& member : members) {
    const std::string& name = member.name;
    if (!name.ends_with(kPickleName)) continue;
    const std::string folder = name.substr(0, name.size() - kPickleName.size());
    if (folder.empty() || folder.find('/') == folder.size() - 1) return folder;
  }
  return std::nullopt;
}

Expected<ByteSource> unpack(const ZipFile& archive, const ZipFile::Member& member,
                            std::uint64_t least, std::uint64_t most) {
  const auto size = archive.size_of(member);
  if (!size) return tl::unexpected(size.error());
  if (size->whole < least) {
    return fail(ErrorKind::kMalformed, tr("its storage {name} has fewer bytes than its tensors",
                                          arg("name", quote(member.name))));
  }
  if (size->whole > most) {
    return fail(ErrorKind::kTooLarge, tr("its pickle has {whole} bytes; {most} are the most",
                                         arg("whole", size->whole), arg("most", most)));
  }
  return archive.unpack(member, *size);
}

Expected<std::string> text_of(const ZipFile& archive, const ZipFile::Member& member) {
  auto source = unpack(archive, member, 0, base::kMaxPickleBytes);
  if (!source) return tl::unexpected(source.error());
  return source->read_rest();
}

void swap_bytes(std::vector<PickledTensor>& tensors) {
  for (PickledTensor& tensor : tensors) {
    if (tensor.storage.element) tensor.storage.element->swapped = true;
  }
}

// The pickles before the numbers of an old checkpoint, and where the numbers of each storage begin.
struct OldParts {
  std::vector<PickledTensor> tensors{};
  std::map<std::string, std::uint64_t> begins{};
};

Expected<OldParts> read_old_parts(const ByteSource& source, const std::stop_token& stop) {
  const auto front = source.peek(
      static_cast<std::size_t>(std::min<std::uint64_t>(source.remaining(), base::kMaxPickleBytes)));
  if (!front) return tl::unexpected(front.error());
  std::string_view rest = *front;
  // A magic number, the version, the system, the object, and the keys of its storages.
  std::vector<Pickle> pickles;
  for (int i = 0; i < 5; ++i) {
    auto pickle = read_pickle(rest);
    if (!pickle) return tl::unexpected(pickle.error());
    pickles.push_back(*std::move(pickle));
  }
  auto tensors = pickled_tensors(pickles[3], stop);
  if (!tensors) return tl::unexpected(tensors.error());
  const auto* const keys = pickles[4].as<Pickle::Sequence>(pickles[4].root);
  if (keys == nullptr) return fail(ErrorKind::kMalformed, tr("it does not list its storages"));
  std::map<std::string, std::size_t> sizes;
  for (const PickledTensor& tensor : *tensors) {
    const auto& element = tensor.storage.element;
    if (element) sizes[tensor.storage.key] = element->size;
  }
  OldParts parts{*std::move(tensors), {}};
  std::uint64_t at = front->size() - rest.size();
  for (const Pickle::Ref ref : keys->items) {
    const auto* const key = pickles[4].as<std::string>(ref);
    const auto size = key == nullptr ? sizes.end() : sizes.find(*key);
    if (size == sizes.end()) break;  // of an unknown type: where it ends is not known
    constexpr std::uint64_t kCountBytes = 8;
    std::string count(kCountBytes, '\0');
    if (at + kCountBytes > source.remaining()) break;
    ByteSource there = source.again();
    there.skip(at);
    if (const auto read = there.read(count); !read) return tl::unexpected(read.error());
    std::uint64_t elements = 0;
    for (std::size_t i = kCountBytes; i-- > 0;) {
      elements = (elements << 8) | static_cast<unsigned char>(count[i]);
    }
    at += kCountBytes;
    if (elements > (source.remaining() - at) / size->second) {
      return fail(ErrorKind::kMalformed, tr("it ends within its numbers"));
    }
    parts.begins[*key] = at;
    at += elements * size->second;
  }
  return parts;
}

}  // namespace

bool is_checkpoint(const std::vector<ZipFile::Member>& members) {
  return folder_of(members).has_value();
}

bool is_old_checkpoint(std::string_view front) {
  // A pickle of protocol 2 of the number 0x1950a86a20f9469cfc6c.
  return front.starts_with("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19");
}

Expected<Arrays> checkpoint_arrays(const std::shared_ptr<const ZipFile>& archive,
                                   const std::stop_token& stop) {
  const auto members = archive->members();
  if (!members) return tl::unexpected(members.error());
  const std::string folder = folder_of(*members).value_or("");
  std::map<std::string, ZipFile::Member> by_name;
  for (const ZipFile::Member& member : *members) {
    if (member.name.starts_with(folder)) by_name[member.name.substr(folder.size())] = member;
  }
  const auto text = text_of(*archive, by_name[std::string(kPickleName)]);
  if (!text) return tl::unexpected(text.error());
  std::string_view bytes = *text;
  const auto pickle = read_pickle(bytes);
  if (!pickle) return tl::unexpected(pickle.error());
  auto tensors = pickled_tensors(*pickle, stop);
  if (!tensors) return tl::unexpected(tensors.error());
  if (const auto order = by_name.find("byteorder"); order != by_name.end()) {
    const auto word = text_of(*archive, order->second);
    if (!word) return tl::unexpected(word.error());
    if (*word == "big") swap_bytes(*tensors);
  }
  return arrays_of_storages(
      *std::move(tensors),
      [archive, by_name = std::move(by_name)](const Storage& storage,
                                              std::uint64_t needed) -> Expected<ByteSource> {
        const auto member = by_name.find("data/" + storage.key);
        if (member == by_name.end()) {
          return fail(ErrorKind::kMalformed,
                      tr("its storage {key} is not there", arg("key", quote(storage.key))));
        }
        return unpack(*archive, member->second, needed, UINT64_MAX);
      });
}

Expected<Arrays> old_checkpoint_arrays(ByteSource source, const std::stop_token& stop) {
  auto parts = read_old_parts(source, stop);
  if (!parts) return tl::unexpected(parts.error());
  return arrays_of_storages(
      std::move(parts->tensors),
      [begins = std::move(parts->begins),
       file = std::make_shared<const ByteSource>(std::move(source))](
          const Storage& storage, std::uint64_t needed) -> Expected<ByteSource> {
        const auto begin = begins.find(storage.key);
        if (begin == begins.end() || file->remaining() - begin->second < needed) {
          return fail(ErrorKind::kMalformed,
                      tr("its storage {key} is not there", arg("key", quote(storage.key))));
        }
        ByteSource numbers = file->again();
        numbers.skip(begin->second);
        return numbers;
      });
}

}  // namespace normscope::io
