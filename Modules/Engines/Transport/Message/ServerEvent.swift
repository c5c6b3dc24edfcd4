/// One event of a stream that a browser's `EventSource` reads.
public struct ServerEvent: Sendable, Hashable {
  public var data: String
  public var event: String?
  /// What the client says in `Last-Event-ID` when it comes back.
  public var id: String?
  /// After how long a client that lost us comes back.
  public var retry: Duration?

  public init(_ data: String, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.event = event
    self.id = id
    self.retry = retry
  }

  var bytes: [UInt8] {
    var text = ""
    // A line break in a name would begin a field of its own.
    if let event { text += "event: \(ServerEvent.line(event))\n" }
    if let id { text += "id: \(ServerEvent.line(id))\n" }
    if let retry {
      let (seconds, rest) = retry.components
      text += "retry: \(max(0, seconds * 1000 + rest / 1_000_000_000_000_000))\n"
    }
    // The three line ends of the format; `\r\n` is one Character.
    for line in data.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
    {
      text += "data: \(line)\n"
    }
    return Array(text.utf8) + [.lineFeed]
  }

  /// A comment, which nobody hears: it shows whether the client is still there.
  static let pulse: [UInt8] = Array(":\n\n".utf8)

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
  }
}
