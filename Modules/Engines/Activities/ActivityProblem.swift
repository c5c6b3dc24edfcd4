internal import Kernel

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
  static let noExport = problem(
    "no-activity-file", "The archive has no export of Apple Health in it.",
    "Choose the export.zip of the iPhone, or unpack the archive and choose its files.")
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

  static func another(_ kind: String) -> Problem {
    problem(
      "not-an-activity", "The FIT file is \(kind), not an activity.",
      "Choose a file of the folder “Activity” of the device.")
  }

  private static func problem(_ code: String, _ what: String, _ remedy: String) -> Problem {
    Problem(code, what, safe: "Nothing was taken over.", remedy: remedy)
  }
}
