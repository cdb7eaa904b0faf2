// SPDX-License-Identifier: MIT
#include "app/open_save/open_file.hpp"

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
#include "core/text/utf8.hpp"

namespace normscope::open_save {

using base::Expected;

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
      document::Comparison{.b = document::GivenOutput{"in double", document::Typed{},
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
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        "it holds no numbers: its shape is " + tensor::shape_to_text(values->shape()));
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
  if (edit) edit->description = "take gamma and beta from " + file.filename().string();
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
    return {base::fail(base::ErrorKind::kTooLarge, "there is not enough memory for its numbers")};
  }
}

}  // namespace normscope::open_save
