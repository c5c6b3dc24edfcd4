public import Kernel

/// Reads and writes files of workouts. The format of a file that is read is told by the content, not by the name.
public enum ActivityFile {
  public static let mostBytes = 128 << 20
  public static let mostPoints = 4_000_000
  /// The most workouts of a file.
  public static let mostWorkouts = 1_000
  /// The most laps of a file.
  public static let mostLaps = 60_000

  /// The content of a file.
  public struct Reading: Sendable, Hashable {
    public var activities: [Activity]
    /// A problem for each part of the file that could not be read.
    public var leftOut: [Problem]

    public init(_ activities: [Activity] = [], leftOut: [Problem] = []) {
      self.activities = activities
      self.leftOut = leftOut
    }
  }

  /// The activities of a file: one, or several for a FIT file of several sports and for files that were chained. Throws
  /// when no part of the file is one.
  public static func read(_ bytes: [UInt8]) throws(Problem) -> Reading {
    guard bytes.count <= mostBytes else { throw ActivityProblem.tooLarge }
    guard !bytes.isEmpty else { throw ActivityProblem.empty }
    if FITReader.begins(bytes) { return try FITReader.read(bytes) }
    if let table = CSVReader(bytes) { return Reading([try table.activity()]) }
    return try TrackDocument.read(bytes)
  }

  /// The activities of the parts of a file that can be read.
  public static func activities(in bytes: [UInt8]) throws(Problem) -> [Activity] { try read(bytes).activities }
}
