internal import JSON
internal import Kernel

/// The errors of a file of meetings, worded for the person who chose it.
enum FeedProblem {
  private static let safe = "Your list of meetings is as it was."
  private static let another = "Ask the local office for its Meeting Guide feed, a JSON file, and choose that."
  private static let again = "Download the file again, then choose it again."

  static let huge = Problem(
    "feed-huge", "The file is larger than 16 MB, which no list of meetings is.", safe: safe, remedy: another)
  static let empty = Problem("feed-empty", "The file is empty.", safe: safe, remedy: again)
  static let webPage = Problem(
    "feed-foreign", "The file is a web page and no list of meetings.", safe: safe, remedy: another)
  static let foreign = Problem("feed-foreign", "The file is no list of meetings.", safe: safe, remedy: another)
  static let noEntries = Problem("feed-empty", "The list in the file is empty.", safe: safe, remedy: another)
  static let missing = Problem(
    "feed-missing", "There is no file at this path.", safe: safe,
    remedy: "Check the path, or choose the file above.")
  static let unreadable = Problem(
    "feed-unreadable", "This app may not read the file.", safe: safe,
    remedy: "Allow it to read the file, or choose another one.")
  static let irregular = Problem(
    "feed-irregular", "This is a folder or a device and no file.", safe: safe, remedy: "Choose the file itself.")
  static let diskFailed = Problem(
    "feed-disk", "The disk could not read the file.", safe: safe, remedy: "Try again, or copy the file elsewhere first."
  )

  static func damaged(_ flaw: JSONFlaw) -> Problem {
    Problem("feed-damaged", "The file is damaged or ends in the middle. \(flaw.sentence)", safe: safe, remedy: again)
  }

  static func noMeetings(_ flaws: [String]) -> Problem {
    Problem(
      "feed-foreign", "No entry of the file is a meeting with a name and a slug. \(flaws.first ?? "")", safe: safe,
      remedy: another)
  }
}
