// SPDX-License-Identifier: MIT
#include "core/io/npz.hpp"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/npy.hpp"
#include "core/io/quote.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

constexpr std::string_view kMemberEnding = ".npy";

// The members that are arrays, named without that ending.
Expected<std::vector<ZipFile::Member>> find_arrays(std::vector<ZipFile::Member> members) {
  const bool empty = members.empty();
  std::vector<ZipFile::Member> arrays;
  std::set<std::string> names;
  for (ZipFile::Member& member : members) {
    std::string& name = member.name;
    if (!name.ends_with(kMemberEnding)) continue;
    name.resize(name.size() - kMemberEnding.size());
    if (name.empty()) continue;
    if (!names.insert(name).second) {
      return fail(ErrorKind::kMalformed,
                  tr("its array {name} is there twice", arg("name", quote(name))));
    }
    arrays.push_back(std::move(member));
  }
  if (!arrays.empty() || empty) return arrays;
  return fail(ErrorKind::kUnsupported,
              tr("it is a zip archive without .npy arrays, neither an .npz nor a PyTorch file"),
              tr("in Python, save the arrays with numpy.savez or safetensors"));
}

// What the member's header tells; one that cannot be read says why.
Expected<ArrayEntry> describe(const ZipFile& archive, const ZipFile::Member& member,
                              std::uint64_t& header_bytes) {
  ArrayEntry entry{member.name, ""};
  const auto about = archive.size_of(member);
  auto source =
      about.and_then([&](const ZipFile::Size& found) { return archive.unpack(member, found); });
  if (!source) {
    entry.problem = source.error().sentence;
    return entry;
  }
  entry.swells = about->swelling();
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
  return fail(ErrorKind::kTooLarge, tr("the headers of its arrays have more than {most} bytes",
                                       arg("most", base::kMaxNpzHeaderBytes)));
}

}  // namespace

Expected<Arrays> npz_arrays(const std::shared_ptr<const ZipFile>& archive,
                            const std::stop_token& stop) {
  auto members = archive->members().and_then(find_arrays);
  if (!members) return tl::unexpected(members.error());
  Arrays arrays;
  std::uint64_t header_bytes = 0;
  for (const ZipFile::Member& member : *members) {
    if (stop.stop_requested()) return fail(ErrorKind::kCancelled, tr("reading was stopped"));
    auto entry = describe(*archive, member, header_bytes);
    if (!entry) return tl::unexpected(entry.error());
    arrays.entries.push_back(*std::move(entry));
  }
  arrays.read = [archive, members = *std::move(members)](
                    std::size_t at, const ReadWatch& watch) -> Expected<tensor::Tensor> {
    const auto about = archive->size_of(members[at]);
    if (!about) return tl::unexpected(about.error());
    if (const auto swelling = about->swelling(); swelling && !watch.may_swell) {
      return fail(ErrorKind::kTooLarge, sentence_of(*swelling, members[at].name),
                  tr("where that is as it should be, unpack the .npy by unzip and read that"));
    }
    auto member = archive->unpack(members[at], *about);
    if (!member) return tl::unexpected(member.error());
    return read_npy(*std::move(member), watch);
  };
  return arrays;
}

}  // namespace normscope::io
