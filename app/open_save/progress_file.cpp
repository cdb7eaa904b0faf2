// SPDX-License-Identifier: MIT
#include "app/open_save/progress_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <variant>

#include "app/document/session/node.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/base/names.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

using document::SessionNode;
using lessons::Answer;
using lessons::Answered;
using lessons::AskedHash;
using lessons::BlockPlace;
using lessons::Progress;
using nlohmann::ordered_json;

namespace {

constexpr const char* kProgressKey = "normscope_progress";
constexpr int kProgressVersion = 1;

std::string hex_of(AskedHash hash) {
  return fmt::format("{:016x}", hash);
}

ordered_json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

struct AnswerJson {
  ordered_json operator()(double number) const { return {{"number", number_json(number)}}; }
  ordered_json operator()(std::size_t choice) const { return {{"choice", choice}}; }
  ordered_json operator()(const document::Selection& cell) const {
    return {{"row", cell.row}, {"column", cell.column}};
  }
};

ordered_json entry_json(const BlockPlace& place, AskedHash asked) {
  return {{"step", place.step}, {"block", place.block}, {"asked", hex_of(asked)}};
}

ordered_json list_json(const std::map<BlockPlace, AskedHash>& entries) {
  ordered_json list = ordered_json::array();
  for (const auto& entry : entries) list.push_back(entry_json(entry.first, entry.second));
  return list;
}

// A whole number from 0 to what an int holds.
int small_whole(const SessionNode& node) {
  const std::int64_t value = node.whole();
  if (value >= 0 && value <= std::numeric_limits<int>::max()) return static_cast<int>(value);
  node.fail(tr_later("{place} must be a whole number that is not negative"));
  return 0;
}

BlockPlace place_in(const SessionNode& node) {
  return {small_whole(node.at("step")), static_cast<std::size_t>(small_whole(node.at("block")))};
}

AskedHash hash_in(const SessionNode& node) {
  const std::string text = node.text();
  AskedHash hash = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (text.size() != 16 || read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    node.fail(tr_later("{place} must be 16 hexadecimal digits"));
  }
  return hash;
}

Answer answer_in(const SessionNode& node) {
  if (node.has("number")) {
    node.expect_keys({"number"});
    return node.at("number").number();
  }
  if (node.has("choice")) {
    node.expect_keys({"choice"});
    return static_cast<std::size_t>(small_whole(node.at("choice")));
  }
  node.expect_keys({"row", "column"});
  return document::Selection{node.at("row").whole(), node.at("column").whole()};
}

std::map<BlockPlace, AskedHash> list_in(const SessionNode& node) {
  std::map<BlockPlace, AskedHash> entries;
  for (const SessionNode& item : node.items()) {
    item.expect_keys({"step", "block", "asked"});
    entries[place_in(item)] = hash_in(item.at("asked"));
  }
  return entries;
}

ordered_json practised_json(const std::vector<lessons::Practised>& practised) {
  ordered_json list = ordered_json::array();
  for (const lessons::Practised& each : practised) {
    list.push_back({{"day", each.day},
                    {"outcome", base::name_of(lessons::outcome_names(), each.outcome)},
                    {"confidence", base::name_of(lessons::confidence_names(), each.confidence)}});
  }
  return list;
}

std::vector<lessons::Practised> practised_in(const SessionNode& node) {
  std::vector<lessons::Practised> practised;
  for (const SessionNode& item : node.items()) {
    item.expect_keys({"day", "outcome", "confidence"});
    practised.push_back({small_whole(item.at("day")),
                         item.at("outcome").one_of(lessons::outcome_names()),
                         item.at("confidence").one_of(lessons::confidence_names())});
  }
  return practised;
}

std::map<BlockPlace, Answered> answers_in(const SessionNode& node) {
  std::map<BlockPlace, Answered> answers;
  for (const SessionNode& item : node.items()) {
    item.expect_keys({"step", "block", "asked", "first"},
                     {"again", "day", "confidence", "practised"});
    Answered answered{hash_in(item.at("asked")), answer_in(item.at("first"))};
    if (item.has("again")) answered.again = answer_in(item.at("again"));
    if (item.has("day")) answered.day = small_whole(item.at("day"));
    if (item.has("confidence")) {
      answered.confidence = item.at("confidence").one_of(lessons::confidence_names());
    }
    if (item.has("practised")) answered.practised = practised_in(item.at("practised"));
    answers[place_in(item)] = answered;
  }
  return answers;
}

ordered_json attempts_json(const std::map<BlockPlace, lessons::Attempt>& attempts) {
  ordered_json list = ordered_json::array();
  for (const auto& [place, attempt] : attempts) {
    ordered_json item = entry_json(place, attempt.asked);
    item["source"] = attempt.source;
    item["right"] = attempt.right;
    list.push_back(std::move(item));
  }
  return list;
}

std::map<BlockPlace, lessons::Attempt> attempts_in(const SessionNode& node) {
  std::map<BlockPlace, lessons::Attempt> attempts;
  for (const SessionNode& item : node.items()) {
    item.expect_keys({"step", "block", "asked", "source", "right"});
    attempts[place_in(item)] = {hash_in(item.at("asked")), item.at("source").text(),
                                item.at("right").flag()};
  }
  return attempts;
}

}  // namespace

std::string progress_file_name(std::string_view lesson) {
  constexpr std::size_t kLongest = 64;
  std::string name;
  for (const char c : lesson) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (name.size() < kLongest) name += plain ? c : '_';
  }
  if (name != lesson || name.empty()) name.append("-").append(hex_of(lessons::text_hash(lesson)));
  return name.append(".json");
}

std::string to_json(const Progress& progress, std::string_view lesson) {
  ordered_json answers = ordered_json::array();
  for (const auto& entry : progress.answers) {
    ordered_json item = entry_json(entry.first, entry.second.asked);
    item["first"] = std::visit(AnswerJson{}, entry.second.first);
    const Answered& answered = entry.second;
    if (answered.again) item["again"] = std::visit(AnswerJson{}, *answered.again);
    if (answered.day) item["day"] = *answered.day;
    if (answered.confidence) {
      item["confidence"] = base::name_of(lessons::confidence_names(), *answered.confidence);
    }
    if (!answered.practised.empty()) item["practised"] = practised_json(answered.practised);
    answers.push_back(std::move(item));
  }
  ordered_json json = {{kProgressKey, kProgressVersion},   {"lesson", lesson},
                       {"furthest", progress.furthest},    {"answers", std::move(answers)},
                       {"done", list_json(progress.done)}, {"hints", list_json(progress.hints)}};
  if (!progress.attempts.empty()) json["attempts"] = attempts_json(progress.attempts);
  return json.dump(2) + "\n";
}

Expected<Progress> progress_from_json(std::string_view text, std::string_view lesson) {
  const auto json = document::parse_json(text);
  if (!json) return tl::unexpected(json.error());
  SessionNode::Fault fault;
  const SessionNode root(*json, "", fault);
  root.expect_keys({kProgressKey, "lesson", "furthest", "answers", "done", "hints"}, {"attempts"});
  if (root.at(kProgressKey).whole() != kProgressVersion) {
    root.at(kProgressKey).fail(tr_later("{place} must be 1"));
  }
  if (root.at("lesson").text() != lesson)
    root.at("lesson").fail(tr_later("{place} is another lesson's id"));
  Progress progress;
  const std::int64_t furthest = root.at("furthest").whole();
  progress.furthest = furthest == -1 ? -1 : small_whole(root.at("furthest"));
  progress.answers = answers_in(root.at("answers"));
  progress.done = list_in(root.at("done"));
  progress.hints = list_in(root.at("hints"));
  if (root.has("attempts")) progress.attempts = attempts_in(root.at("attempts"));
  if (fault) return tl::unexpected(*std::move(fault));
  return progress;
}

Expected<Progress> read_progress(const std::filesystem::path& folder, std::string_view lesson) {
  const auto path = folder / progress_file_name(lesson);
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) return Progress{};
  if (!std::filesystem::is_regular_file(path, failed)) {
    return fail(ErrorKind::kUnreadable, tr("it is no regular file"));
  }
  auto source = io::ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  if (source->remaining() > kMaxProgressBytes) {
    return fail(ErrorKind::kTooLarge,
                tr("it has more than {n} bytes", arg("n", kMaxProgressBytes)));
  }
  const auto text = source->read_rest();
  if (!text) return tl::unexpected(text.error());
  return progress_from_json(*text, lesson);
}

std::filesystem::file_time_type progress_written(const std::filesystem::path& folder,
                                                 std::string_view lesson) {
  std::error_code failed;
  return std::filesystem::last_write_time(folder / progress_file_name(lesson), failed);
}

Expected<std::filesystem::path> set_progress_aside(const std::filesystem::path& folder,
                                                   std::string_view lesson) {
  const auto path = folder / progress_file_name(lesson);
  std::filesystem::path aside = path;
  aside += ".broken";
  std::error_code failed;
  std::filesystem::rename(path, aside, failed);
  if (failed) return fail(ErrorKind::kUnwritable, failed.message());
  return aside;
}

Expected<void> write_progress(const std::filesystem::path& folder, std::string_view lesson,
                              const Progress& progress) {
  return write_private_file(folder / progress_file_name(lesson), to_json(progress, lesson));
}

}  // namespace normscope::open_save
