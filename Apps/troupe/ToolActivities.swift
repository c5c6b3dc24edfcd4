internal import Activities
internal import Commands
internal import FoundationEssentials
internal import JSON
internal import Kernel

extension Tools {
  static let activities = Tool(
    name: "activities", summary: "workouts in FIT, TCX and GPX files", operands: "read FILE...",
    options: [.json],
    details: """
      The format is told by the content. A file of several workouts has a row for each. --json has rows of file, sport,
      start, elapsed_s, moving_s, distance_m, points, avg_hr and max_hr; what a file does not say is null.
      """,
    run: { given throws(Problem) in
      guard given.operands.first == "read", given.operands.count > 1 else {
        throw .usage("`troupe activities` takes the word read and files.", help: "activities")
      }
      var rows: [JSON] = []
      var failed: Problem?
      for path in given.operands.dropFirst() {
        do throws(Problem) {
          let data = try NamedFile.data(
            of: path, most: ActivityFile.mostBytes, tooLarge: "activity-limit", remedy: "Split it into single workouts."
          )
          for activity in try ActivityFile.activities(in: [UInt8](data)) { rows.append(row(activity, path)) }
        } catch {
          // The others are read all the same.
          failed = Problem(error.code, "\(path.suffix(200)): \(error.what)", safe: error.safe, remedy: error.remedy)
          if let failed { Output.remark("troupe: \(failed.sentence)") }
        }
      }
      if given.has(.json) {
        Output.line((try? JSON.text(JSON.array(rows))) ?? "[]")
      } else {
        for row in rows { Output.line(account(row)) }
      }
      return failed == nil ? 0 : 1
    })

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
