/// One event of an event stream, as a browser's `EventSource` reads it.
public struct ServerEvent: Sendable, Hashable {
  public var data: String
  public var event: String?
  /// Sent back by the client in `Last-Event-ID` when it reconnects.
  public var id: String?
  /// The wait of a disconnected client before it reconnects.
  public var retry: Duration?

  public init(_ data: String, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.event = event
    self.id = id
    self.retry = retry
  }

  var bytes: [UInt8] {
    var text = ""
    // A line break in a name would begin another field.
    if let event { text += "event: \(ServerEvent.line(event))\n" }
    if let id { text += "id: \(ServerEvent.line(id))\n" }
    if let retry {
      let (seconds, rest) = retry.components
      text += "retry: \(max(0, seconds * 1000 + rest / 1_000_000_000_000_000))\n"
    }
    // The three line endings of the format; `\r
    // ` is one Character.
    for line in data.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
    {
      text += "data: \(line)\n"
    }
    return Array(text.utf8) + [.lineFeed]
  }

  /// A comment, which clients ignore; sending it shows whether the client is still connected.
  static let pulse: [UInt8] = Array(":\n\n".utf8)

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
  }
}
