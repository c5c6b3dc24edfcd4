internal import Activities
internal import Commands
internal import Duplicates
internal import FoundationEssentials
internal import JSON
internal import Kernel

extension Tools {
  private static let format = Option(name: "to", value: "FORMAT", words: "convert: fit, tcx, gpx or csv")
  private static let output = Option(
    name: "output", value: "FILE", words: "convert: where to; otherwise beside the file, with the ending of the format")
  static let activities = Tool(
    name: "activities", summary: "workouts in FIT, TCX, GPX and CSV files, and in Apple Health's export",
    operands: "read|duplicates|convert FILE...",
    options: [format, output, .json],
    details: """
      The format is told by the content. A file of several workouts has a row for each. Of an iPhone's export.zip the
      workouts are read, with their routes; of another archive its FIT, TCX and GPX files. A file that is named twice is
      read once. --json has rows of file, sport,
      start, elapsed_s, moving_s, distance_m, points, avg_hr and max_hr; what a file does not say is null.
      "duplicates" finds recordings of the same workout, with reasons. --json has rows of a, b and score; a and b are files,
      with a number sign and the place in it when a file has several workouts.
      "convert" writes a workout in another format and says what that format has no room for. It replaces no file. Of a file
      of several workouts it writes as many. --json has rows of file, written and losses.
      """,
    run: { given throws(Problem) in
      guard let word = given.operands.first, ["read", "duplicates", "convert"].contains(word), given.operands.count > 1
      else {
        throw .usage("`troupe activities` takes the word read, duplicates or convert, and files.", help: "activities")
      }
      if word == "convert" { return try convert(given) }
      let (found, isWhole) = read(given.operands.dropFirst())
      for one in found {
        if let sentence = one.activity.impossible.sentence {
          Output.remark("troupe: \(one.id.suffix(200)): \(sentence)")
        }
      }
      if word == "duplicates" {
        tell(DuplicateSearch().pairs(in: found.compactMap { Recording($0.activity, id: $0.id) }), given)
        return isWhole ? 0 : 1
      }
      let rows = found.map { row($0.activity, $0.path) }
      if given.has(.json) {
        Output.line((try? JSON.text(JSON.array(rows))) ?? "[]")
      } else {
        Output.lines(zip(rows, found).map { row, one in account(row, one.activity) })
      }
      return isWhole ? 0 : 1
    })

  private struct FoundActivity {
    let path: String
    let id: String
    let activity: Activity
  }

  /// The workouts of all files; false if one could not be read. The others are read all the same.
  private static func read(_ paths: some Sequence<String>) -> ([FoundActivity], isWhole: Bool) {
    var found: [FoundActivity] = []
    var isWhole = true
    func remark(_ path: String, _ problem: Problem) {
      isWhole = false
      let named = Problem(
        problem.code, "\(path.suffix(200)): \(problem.what)", safe: problem.safe, remedy: problem.remedy)
      Output.remark("troupe: \(named.sentence)")
    }
    for path in ActivityConversion.distinct(paths) {
      do throws(Problem) {
        let packed = try ActivityArchive.read(at: path)
        let all = if let packed { packed } else { try single(path) }
        for (index, activity) in all.activities.enumerated() {
          let id = all.activities.count > 1 ? "\(path)#\(index + 1)" : path
          found.append(FoundActivity(path: path, id: id, activity: activity))
        }
        for problem in all.leftOut { remark(path, problem) }
      } catch { remark(path, error) }
    }
    return (found, isWhole)
  }

  private static func single(_ path: String) throws(Problem) -> ActivityFile.Reading {
    let data = try NamedFile.data(
      of: path, most: ActivityFile.mostBytes, tooLarge: "activity-limit", remedy: "Split it into single workouts.")
    return try ActivityFile.read([UInt8](data))
  }

  // MARK: Converting

  private static func convert(_ given: Arguments) throws(Problem) -> Int32 {
    guard let format = given[format].flatMap({ Activity.Format(rawValue: $0.lowercased()) }) else {
      throw .usage("Which format? Give --to fit, tcx, gpx or csv.", help: "activities")
    }
    let (found, isWhole) = read(given.operands.dropFirst())
    guard given[output] == nil || found.count <= 1 else {
      throw .usage("--output takes one workout, and there are \(found.count).", help: "activities")
    }
    var rows: [JSON] = []
    var wroteAll = isWhole
    for one in found {
      do throws(Problem) {
        let path = given[output] ?? ActivityConversion.path(of: one.path, one.id, format)
        try ActivityConversion.write(ActivityFile.bytes(one.activity, as: format), to: path)
        let losses = ActivityFile.losses(one.activity, as: format)
        rows.append([
          "file": .string(one.id), "written": .string(path), "losses": .array(losses.map { .string($0) }),
        ])
        if !given.has(.json) {
          Output.lines([([path + ":"] + (losses.isEmpty ? ["Nothing is lost."] : losses)).joined(separator: " ")])
        }
      } catch {
        wroteAll = false
        Output.remark("troupe: \(one.id.suffix(200)): \(error.sentence)")
      }
    }
    if given.has(.json) { Output.line((try? JSON.text(JSON.array(rows))) ?? "[]") }
    return wroteAll ? 0 : 1
  }

  private static func tell(_ pairs: [DuplicatePair], _ given: Arguments) {
    if given.has(.json) {
      let rows = pairs.map { pair -> JSON in
        [
          "a": .string(pair.first), "b": .string(pair.second),
          "score": .number((pair.score * 10_000).rounded() / 10_000),
        ]
      }
      return Output.line((try? JSON.text(JSON.array(rows))) ?? "[]")
    }
    if pairs.isEmpty { Output.line("No duplicates were found.") }
    for pair in pairs {
      Output.lines(["\(pair.first) and \(pair.second): \(Int((pair.score * 100).rounded())) of 100"])
      for reason in pair.reasons { Output.line("  \(reason.points > 0 ? "for" : "against"): \(reason.words)") }
    }
  }

  private static func row(_ activity: Activity, _ path: String) -> JSON {
    func number(_ value: Double, _ digits: Double) -> JSON { .number((value * digits).rounded() / digits) }
    let rates = activity.heartRates
    return [
      "file": .string(path), "sport": .string(activity.sport),
      "start": activity.start.map { .string($0.formatted(.iso8601)) } ?? .null,
      "elapsed_s": number(activity.elapsed, 1000), "moving_s": number(activity.moving, 1000),
      "distance_m": number(activity.distance, 100), "points": .number(Double(activity.track.count)),
      "avg_hr": rates.average.map { .number(Double($0)) } ?? .null,
      "max_hr": rates.greatest.map { .number(Double($0)) } ?? .null,
    ]
  }

  private static func account(_ row: JSON, _ activity: Activity) -> String {
    let minutes = Int((row["elapsed_s"]?.number ?? 0) / 60)
    let kilometres = ((row["distance_m"]?.number ?? 0) / 10).rounded() / 100
    let points = Int(row["points"]?.number ?? 0)
    return "\(row["file"]?.string ?? ""): \(activity.fullSport), \(row["start"]?.string ?? "without a start"), "
      + "\(kilometres) km in \(minutes / 60) h \(minutes % 60) min, \(points) points"
  }
}
