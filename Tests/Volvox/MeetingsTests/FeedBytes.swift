import Kernel
import Testing

@testable import Meetings

extension MeetingFeed {
  /// Reads a text as a file.
  init(_ text: String) throws(Problem) { try self.init(Array(text.utf8)) }

  /// Reads one entry that has a name, a slug and these fields.
  init(entry fields: String) throws(Problem) {
    try self.init(#"[{"name":"Serenity","slug":"serenity"\#(fields.isEmpty ? "" : ",")\#(fields)}]"#)
  }

  var only: MeetingListing? { meetings.count == 1 ? meetings.first : nil }
}

/// The problem of a file that is refused; nil when it is read.
func refusal(_ bytes: [UInt8]) -> Problem? {
  do throws(Problem) {
    _ = try MeetingFeed(bytes)
    return nil
  } catch { return error }
}

func refusal(_ text: String) -> Problem? { refusal(Array(text.utf8)) }
