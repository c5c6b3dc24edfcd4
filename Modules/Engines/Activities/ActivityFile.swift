public import Kernel

/// Reads and writes files of workouts. The format of a file that is read is told by the content, not by the name.
public enum ActivityFile {
  public static let mostBytes = 128 << 20
  public static let mostPoints = 4_000_000

  /// The activities of a file: one, or several for a FIT file of several sports and for files that were chained.
  public static func activities(in bytes: [UInt8]) throws(Problem) -> [Activity] {
    guard bytes.count <= mostBytes else { throw ActivityProblem.tooLarge }
    guard !bytes.isEmpty else { throw ActivityProblem.empty }
    if FITReader.begins(bytes) { return try FITReader.activities(in: bytes) }
    if CSVReader.begins(bytes) { return [try CSVReader.activity(in: bytes)] }
    let found = try TrackDocument.read(bytes)
    guard !found.isEmpty else { throw ActivityProblem.noWorkout }
    return found
  }
}
