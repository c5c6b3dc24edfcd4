internal import Activities
internal import Commands
internal import Duplicates
internal import FoundationEssentials
internal import JSON
internal import Kernel

extension Tools {
  static let activities = Tool(
    name: "activities", summary: "workouts in FIT, TCX and GPX files", operands: "read|duplicates FILE...",
    options: [.json],
    details: """
      The format is told by the content. A file of several workouts has a row for each. --json has rows of file, sport,
      start, elapsed_s, moving_s, distance_m, points, avg_hr and max_hr; what a file does not say is null.
      "duplicates" finds recordings of the same workout, with reasons. --json has rows of a, b and score; a and b are files,
      with a number sign and the place in it when a file has several workouts.
      """,
    run: { given throws(Problem) in
      guard let word = given.operands.first, ["read", "duplicates"].contains(word), given.operands.count > 1 else {
        throw .usage("`troupe activities` takes the word read or duplicates, and files.", help: "activities")
      }
      let (found, isWhole) = read(given.operands.dropFirst())
      if word == "duplicates" {
        tell(DuplicateSearch().pairs(in: found.compactMap { Recording($0.activity, id: $0.id) }), given)
        return isWhole ? 0 : 1
      }
      let rows = found.map { row($0.activity, $0.path) }
      if given.has(.json) {
        Output.line((try? JSON.text(JSON.array(rows))) ?? "[]")
      } else {
        for row in rows { Output.line(account(row)) }
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
    for path in paths {
      do throws(Problem) {
        let data = try NamedFile.data(
          of: path, most: ActivityFile.mostBytes, tooLarge: "activity-limit", remedy: "Split it into single workouts.")
        let all = try ActivityFile.activities(in: [UInt8](data))
        for (index, activity) in all.enumerated() {
          found.append(
            FoundActivity(path: path, id: all.count > 1 ? "\(path)#\(index + 1)" : path, activity: activity))
        }
      } catch {
        isWhole = false
        let problem = Problem(
          error.code, "\(path.suffix(200)): \(error.what)", safe: error.safe, remedy: error.remedy)
        Output.remark("troupe: \(problem.sentence)")
      }
    }
    return (found, isWhole)
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
      Output.line("\(pair.first) and \(pair.second): \(Int((pair.score * 100).rounded())) of 100")
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

  private static func account(_ row: JSON) -> String {
    let minutes = Int((row["elapsed_s"]?.number ?? 0) / 60)
    let kilometres = ((row["distance_m"]?.number ?? 0) / 10).rounded() / 100
    let points = Int(row["points"]?.number ?? 0)
    return "\(row["file"]?.string ?? ""): \(row["sport"]?.string ?? ""), \(row["start"]?.string ?? "without a start"), "
      + "\(kilometres) km in \(minutes / 60) h \(minutes % 60) min, \(points) points"
  }
}
