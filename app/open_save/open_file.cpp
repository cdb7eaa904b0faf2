// SPDX-License-Identifier: MIT
#include "app/open_save/open_file.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include "app/lessons/loader.hpp"
#include "app/lessons/notebook_lesson.hpp"
#include "core/compute/compute.hpp"
#include "core/compute/lost_digits.hpp"
#include "core/io/posix.hpp"
#include "core/io/quote.hpp"
#include "core/io/table_guess.hpp"
#include "core/tensor/parse.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::open_save {

namespace {

constexpr std::size_t kMostNameBytes = 200;

Expected<Opened> open_session(Probe& probe, const document::FilePlaces& places,
                              const io::ReadWatch& watch) {
  if (const auto parsed = parse_session(probe, watch.stop); !parsed)
    return tl::unexpected(parsed.error());
  const NamedFiles named = named_files(probe, places);
  if (!named.outside.empty()) {
    return base::fail(base::ErrorKind::kInvalidArgument, outside_words(named.outside));
  }
  auto document = document::from_session(*probe.session, named.places);
  if (!document) return tl::unexpected(document.error());
  Opened opened{probe.kind, *std::move(document)};
  if (probe.kind == FileKind::kSession && probe.stamp) opened.session = probe.place.file;
  if (!probe.kept || !probe.restores) return opened;
  opened.session = probe.kept->path;
  opened.kept = probe.kept;
  return opened;
}

Opened first_step(FileKind kind, lessons::Lesson lesson) {
  document::Document first = lessons::document_at(lesson, 0);
  first.lesson = {lesson.id, 0};
  return {kind, std::move(first), std::move(lesson)};
}

Expected<Opened> open_lesson(Probe& probe) {
  auto lesson = lessons::load_lesson(probe.source->again());
  if (!lesson) return tl::unexpected(lesson.error());
  return first_step(probe.kind, *std::move(lesson));
}

Expected<Opened> open_notebook(Probe& probe, const io::ReadWatch& watch) {
  const auto file = read_cells(probe, watch.stop);
  if (!file) return tl::unexpected(file.error());
  return first_step(probe.kind,
                    lessons::notebook_lesson(*file, probe.place.file.filename().string()));
}

// Whether a table can be read in several ways. What is no text, or has no number at all, is for the
// reader to refuse.
bool is_to_ask_about(Probe& probe) {
  constexpr std::size_t kLookedAt = std::size_t{1} << 16;
  auto front = probe.source->peek(kLookedAt);
  if (!front || front->find('\0') != std::string::npos) return false;
  if (front->size() == kLookedAt) {
    const auto end = front->rfind('\n');
    if (end == std::string::npos) return false;
    front->resize(end);
  }
  if (tensor::begins_as_print(*front)) return false;
  const io::TableGuess guess = io::guess_table(*front);
  if (guess.certain || guess.choice.columns.empty()) return false;
  probe.front = *std::move(front);
  return true;
}

Way way_of_size(std::uint64_t bytes, std::uint64_t large) {
  return bytes < large ? Way::kAtOnce : Way::kBeside;
}

Expected<Way> way_to_open_numbers(Probe& probe, const Choice& choice) {
  if (!probe.listed) return Way::kListBeside;
  std::uint64_t bytes = probe.size;
  if (const io::ArrayEntry* const array = chosen_array(probe, choice)) {
    if (array->swells && !probe.may_swell) return Way::kAskSize;
    bytes =
        std::max(bytes, sizeof(float) * static_cast<std::uint64_t>(tensor::product(array->shape)));
  }
  const Way way = way_of_size(bytes, kLargeFile);
  if (!std::holds_alternative<std::monostate>(choice)) return way;
  if (probe.place.array.empty()) {
    const bool several = probe.arrays && std::ranges::count(probe.arrays->entries, std::string(),
                                                            &io::ArrayEntry::problem) > 1;
    if (several) return Way::kAskArrays;
    if (!probe.arrays && probe.stamp && is_to_ask_about(probe)) return Way::kAskTable;
  }
  // What the beginning of a large file tells is known at once.
  if (way == Way::kBeside && probe.arrays) {
    const auto found = io::find_array(probe.arrays->entries, probe.place.array);
    if (!found) return tl::unexpected(found.error());
  }
  return way;
}

Expected<Way> way_to_open_session(Probe& probe) {
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 20;  // some 10 ms for random numbers
  if (probe.size >= kLargeText) return Way::kBeside;
  if (const auto parsed = parse_session(probe); !parsed) return tl::unexpected(parsed.error());
  const bool much = !probe.session->files.empty() || probe.session->numbers > kMuch;
  return much ? Way::kBeside : Way::kAtOnce;
}

// The place as it was chosen, with the name of the array also where it is the only one.
Expected<io::ArrayPlace> chosen_place(const Probe& probe, const Choice& choice) {
  io::ArrayPlace place = probe.place;
  if (const auto* const table = std::get_if<io::TableChoice>(&choice)) place.table = *table;
  if (const auto* const arrays = std::get_if<ArrayChoice>(&choice)) place.array = arrays->input;
  if (!probe.arrays) return place;
  const auto found = io::find_array(probe.arrays->entries, place.array);
  if (!found) return tl::unexpected(found.error());
  place.array = probe.arrays->entries[*found].name;
  return place;
}

// Where float32 loses digits that layer norm of the last dimension needs, the file is read again in
// double, and what that gives stands beside the document's own output.
Expected<void> show_lost_digits(const Probe& probe, const io::ArrayPlace& place,
                                const io::ReadWatch& watch, Opened& opened) {
  document::Document& document = opened.document;
  const auto x = document.inputs[document.input].values.values();
  const auto groups = tensor::trailing_groups(x->shape(), x->shape().empty() ? 0 : 1);
  if (!compute::may_lack_digits(groups, x->values())) return {};
  io::Doubles doubles;
  io::ReadWatch again = watch;
  again.may_stay = false;
  again.may_swell = probe.may_swell;
  again.doubles = &doubles;
  const auto read = io::read_tensor(probe.source->again(), probe.arrays, place, again);
  if (!read) return tl::unexpected(read.error());
  if (static_cast<std::int64_t>(doubles.values.size()) != x->size()) return {};
  const auto lost = compute::lost_digits(groups, x->values(), doubles.values, doubles.inexact);
  if (!lost) return {};
  opened.lost = compute::sentence_of(*lost, x->shape());
  if (lost->in_double) return {};
  const compute::Request request{
      .operation = document.norm.effective(),
      .x = x,
      .exact = std::make_shared<const std::vector<double>>(std::move(doubles.values))};
  auto result = compute::compute(compute::make_backends(), request, {.stop = watch.stop});
  if (!result) return tl::unexpected(result.error());
  document.comparison =
      document::Comparison{.b = document::GivenOutput{tr("in double"), document::Typed{},
                                                      document::Array(std::move(result->y))}};
  return {};
}

Expected<Opened> open_numbers(Probe& probe, const Choice& choice, const io::ReadWatch& watch) {
  if (const auto listed = list_arrays(probe, watch.stop); !listed) {
    return tl::unexpected(listed.error());
  }
  const auto place = chosen_place(probe, choice);
  if (!place) return tl::unexpected(place.error());
  bool rounds = false;
  io::ReadWatch reading = watch;
  reading.rounds = &rounds;
  reading.may_swell = probe.may_swell;
  auto values = io::read_tensor(probe.source->again(), probe.arrays, *place, reading);
  if (!values) return tl::unexpected(values.error());
  if (values->size() == 0) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("it holds no numbers: its shape is {shape}",
                         arg("shape", tensor::shape_to_text(values->shape()))));
  }
  std::string name = place->array.empty()
                         ? place->file.stem().string()
                         : text::shortened(io::printable(place->array), kMostNameBytes);
  Opened opened{FileKind::kNumbers,
                document::document_of(std::move(name), origin_of(*place), *std::move(values))};
  if (auto fits = document::check_fit(opened.document); !fits) return tl::unexpected(fits.error());
  if (rounds) {
    const auto shown = show_lost_digits(probe, *place, watch, opened);
    if (!shown) return tl::unexpected(shown.error());
  }
  if (const auto* const arrays = std::get_if<ArrayChoice>(&choice)) {
    auto edit = take_arrays(opened.document, probe, *arrays);
    if (!edit) return tl::unexpected(edit.error());
    opened.document = std::move(edit->after);
  }
  return opened;
}

}  // namespace

Expected<notebook::ipynb::NotebookFile> read_cells(Probe& probe, const std::stop_token& stop) {
  return text_of(probe, stop).and_then([&](const std::string& text) {
    return probe.kind == FileKind::kNotebook ? notebook::ipynb::read_notebook(text, stop)
                                             : notebook::ipynb::read_script(text);
  });
}

document::Origin origin_of(const io::ArrayPlace& place) {
  // A file that the program was started with has a name of its own.
  std::error_code failed;
  const auto target = io::follow_links(place.file);
  const bool given = target && io::named_descriptor(*target);
  const auto path = given ? std::filesystem::read_symlink(*target, failed) : place.file;
  if (!std::filesystem::is_regular_file(path, failed)) return document::Typed{};
  document::File file{std::filesystem::absolute(path, failed).string(), "", place.array};
  if (place.table != io::TableChoice{}) file.table = place.table;
  return file;
}

Expected<Opened> open(Probe& probe, const Choice& choice, const document::FilePlaces& places,
                      const io::ReadWatch& watch) {
  switch (probe.kind) {
    case FileKind::kSession:
    case FileKind::kKeptSession:
    case FileKind::kFigure:
      return open_session(probe, places, watch);
    case FileKind::kLesson:
      return open_lesson(probe);
    case FileKind::kNotebook:
    case FileKind::kScript:
      return open_notebook(probe, watch);
    case FileKind::kNumbers:
      break;
  }
  return open_numbers(probe, choice, watch);
}

const io::ArrayEntry* chosen_array(const Probe& probe, const Choice& choice) {
  if (!probe.arrays) return nullptr;
  const auto* const chosen = std::get_if<ArrayChoice>(&choice);
  const auto at =
      io::find_array(probe.arrays->entries, chosen != nullptr ? chosen->input : probe.place.array);
  return at ? &probe.arrays->entries[*at] : nullptr;
}

Expected<Way> way_to_open(Probe& probe, const Choice& choice) {
  if (!probe.source) return Way::kBeside;
  if (probe.kind == FileKind::kNumbers) return way_to_open_numbers(probe, choice);
  return is_session(probe.kind) ? way_to_open_session(probe) : way_of_size(probe.size, kLargeText);
}

Expected<Way> begin(OpenFile& file, std::shared_ptr<const DigestList> agreed) {
  if (!file.probe) {
    auto found = probe(file.path, Pipes::kLeave);
    if (!found) return tl::unexpected(found.error());
    file.probe = std::make_shared<Probe>(*std::move(found));
    file.probe->agreed = std::move(agreed);
    file.probe->restores = file.restores;
  }
  auto way = way_to_open(*file.probe, file.choice);
  if (!way || *way != Way::kAtOnce) return way;
  auto opened = open(*file.probe, file.choice, file.places);
  if (!opened) return tl::unexpected(opened.error());
  file.read = std::make_shared<Opened>(*std::move(opened));
  return way;
}

Expected<Opened> open_file(const std::filesystem::path& path, const Choice& choice) {
  return probe(path).and_then([&](Probe&& found) { return open(found, choice); });
}

document::MaybeEdit take_arrays(const document::Document& document, const Probe& probe,
                                const ArrayChoice& choice) {
  const std::filesystem::path& file = probe.place.file;
  std::error_code failed;  // of the working folder, which may be gone
  const auto path = std::filesystem::absolute(file, failed);
  std::optional<document::Parameter> gamma;
  std::optional<document::Parameter> beta;
  for (auto* const one : {&gamma, &beta}) {
    const std::string& name = one == &gamma ? choice.gamma : choice.beta;
    if (name.empty()) continue;
    auto values = io::read_array(*probe.arrays, name);
    if (!values) return tl::unexpected(values.error());
    *one = document::Parameter{true, document::Array(*std::move(values)),
                               document::File{path.string(), "", name}};
  }
  auto edit = document::take_parameters(document, std::move(gamma), std::move(beta));
  if (edit) {
    edit->description =
        tr("take gamma and beta from {file}", arg("file", file.filename().string()));
  }
  return edit;
}

document::MaybeEdit fill_parameter(const document::Document& document, document::Target target,
                                   const io::ArrayPlace& place) {
  auto values = io::read_tensor(place);
  if (!values) return tl::unexpected(values.error());
  const document::Origin origin = origin_of(place);
  if (target == document::Target::kUpstream) {
    return document::take_upstream(document, document::Array(*std::move(values)), origin);
  }
  document::Parameter parameter{true, document::Array(*std::move(values))};
  if (const auto* const file = std::get_if<document::File>(&origin)) parameter.file = *file;
  return document::set_parameter(document, target, std::move(parameter));
}

Attempt try_to_open(Probe& probe, const Choice& choice, const document::FilePlaces& places,
                    const io::ReadWatch& watch) {
  try {
    if (const auto opened = open_pipe(probe); !opened) return {tl::unexpected(opened.error())};
    if (!probe.listed) {
      if (const auto listed = list_arrays(probe, watch.stop); !listed) {
        return {tl::unexpected(listed.error())};
      }
      return {.listed = true};
    }
    Attempt attempt{open(probe, choice, places, watch)};
    if (!attempt.opened && probe.session) {
      NamedFiles named = named_files(probe, places);
      attempt.outside = std::move(named.outside);
      if (attempt.outside.empty()) {
        attempt.missing = document::missing_files(probe.session->files, named.places);
      }
    }
    return attempt;
  } catch (const std::bad_alloc&) {
    return {
        base::fail(base::ErrorKind::kTooLarge, tr("there is not enough memory for its numbers"))};
  }
}

}  // namespace normscope::open_save
