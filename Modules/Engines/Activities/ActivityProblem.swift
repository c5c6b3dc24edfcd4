internal import Kernel
internal import Markup

/// The sentences for files that cannot be read as activities.
enum ActivityProblem {
  static let none = problem(
    "no-activity-file", "The file is not a FIT, TCX, GPX or CSV file of a workout.",
    "Export the workout as one of these and try again.")
  static let empty = problem("empty-activity", "The file is empty.", "Export the workout again.")
  static let tooLarge = problem(
    "activity-limit", "The file is larger than \(ActivityFile.mostBytes >> 20) MB.", "Split it into single workouts.")
  static let tooMany = problem(
    "activity-limit", "The file has more than \(ActivityFile.mostPoints) points.", "Split it into single workouts.")
  static let tooManyWorkouts = problem(
    "activity-limit", "The export has more than \(HealthWorkouts.most) workouts.", "Export fewer years.")
  static let tooManyInOne = problem(
    "activity-workouts", "The file has more than \(ActivityFile.mostWorkouts) workouts.",
    "Split it into single workouts.")
  static let tooManyLaps = problem(
    "activity-limit", "The file has more than \(ActivityFile.mostLaps) laps.", "Split it into single workouts.")
  static let noExport = problem(
    "no-activity-file", "The archive has neither an export of Apple Health nor a FIT, TCX or GPX file in it.",
    "Choose the export.zip of the iPhone, or an archive of such files.")
  static let healthXML = problem(
    "no-activity-file", "The file is the XML of Apple Health's export, which has no routes.",
    "Choose the export.zip that it came in.")
  static let cut = problem(
    "activity-cut", "The file ends in the middle.", "Copy it from the device again.")
  static let checksum = problem(
    "activity-damaged", "The file is damaged: its checksum does not fit.", "Copy it from the device again.")
  static let noWorkout = problem(
    "no-workout", "The file has no workout in it.", "Choose a file that the device has recorded as an activity.")

  static func notWritable(_ format: Activity.Format, _ why: String) -> Problem {
    Problem(
      "activity-format", "It cannot become a \(format.rawValue.uppercased()) file: \(why).",
      safe: "Nothing was written.",
      remedy: "Choose another format.")
  }

  static func damaged(_ what: String) -> Problem {
    problem("activity-damaged", "The file is damaged: \(what).", "Copy it from the device again.")
  }

  /// XML that is none.
  static func markup(_ failure: XMLStream.Failure, isNamingLine: Bool) -> Problem {
    switch failure {
    case .cut: cut
    case .noMemory: damaged("there is no memory to read it")
    case .stopped: damaged("it cannot be read to its end")
    case .malformed(let word, let line): damaged(isNamingLine ? "\(word) in line \(line)" : word)
    }
  }

  static func another(_ kind: String) -> Problem {
    problem(
      "not-an-activity", "The FIT file is \(kind), not an activity.",
      "Choose a file of the folder “Activity” of the device.")
  }

  /// A TCX or GPX file of a way to go.
  static func plan(_ format: Activity.Format) -> Problem {
    problem(
      "not-an-activity",
      "The \(format.rawValue.uppercased()) file is \(format == .gpx ? "a planned route" : "a course"), not an activity.",
      "Choose a file that the device has recorded as an activity.")
  }

  static func zeros(_ count: Int) -> Problem {
    problem(
      "activity-damaged", count == 1 ? "It is a byte of zero." : "It is \(count) bytes of zeros.",
      "Copy the file from the device again if something is missing.")
  }

  /// The problem of a part of a file whose other parts are read.
  static func part(_ number: Int, _ problem: Problem) -> Problem {
    Problem(
      problem.code, "Part \(number) of the file is left out. \(problem.what)", safe: "The other parts were read.",
      remedy: problem.remedy)
  }

  /// Planned routes beside what was recorded.
  static func plans(_ count: Int) -> Problem {
    Problem(
      "not-an-activity", count == 1 ? "A planned route is left out." : "\(count) planned routes are left out.",
      safe: "The activities were read.", remedy: "Go on with the activities.")
  }

  /// The end of a file that was torn behind whole activities.
  static func torn(_ problem: Problem) -> Problem {
    Problem(
      problem.code, "The end of the file is left out. \(problem.what)", safe: "The activities before it were read.",
      remedy: problem.remedy)
  }

  private static func problem(_ code: String, _ what: String, _ remedy: String) -> Problem {
    Problem(code, what, safe: "Nothing was taken over.", remedy: remedy)
  }
}
