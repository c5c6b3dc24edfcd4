internal import Files
internal import Kernel

/// A file of meetings on this machine.
enum MeetingFile {
  /// Reads the whole file. Throws for anything but a regular file of at most `MeetingFeed.largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    do throws(ReadableFile.Refusal) { return try ReadableFile.bytes(at: path, most: MeetingFeed.largest) } catch {
      switch error {
      case .missing: throw FeedProblem.missing
      case .forbidden: throw FeedProblem.unreadable
      case .folder, .irregular: throw FeedProblem.irregular
      case .tooLarge: throw FeedProblem.huge
      case .failed: throw FeedProblem.diskFailed
      }
    }
  }
}
