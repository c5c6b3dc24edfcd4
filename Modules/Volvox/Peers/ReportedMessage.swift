public import JSON
internal import Kernel
public import Platform

/// A message that a report includes: the reporter's own copy, as the reporter's device has opened it. The server holds sealed
/// texts, so it cannot verify one.
public struct ReportedMessage: Sendable, Hashable {
  /// The most messages of a report.
  public static let most = 20
  /// Characters of a text; a longer one is cut.
  public static let longest = 1_000
  /// Bytes of all messages of a report as JSON, so that the call stays small.
  public static let mostBytes = 16_000

  /// Whether the reporter wrote it.
  public let isOwn: Bool
  public let at: Date
  public let text: String

  public init(isOwn: Bool, at: Date, _ text: String) {
    self.isOwn = isOwn
    self.at = at
    self.text = String(text.unicodeScalars.prefix(ReportedMessage.longest))
  }

  public var json: JSON {
    ["from": .string(isOwn ? "reporter" : "reported"), "at": .string(Moment(at).text), "text": .string(text)]
  }

  /// The newest of these that a report holds, in their order.
  public static func fitting(_ messages: some BidirectionalCollection<ReportedMessage>) -> [ReportedMessage] {
    var (left, fitting): (Int, [ReportedMessage]) = (mostBytes, [])
    for message in messages.suffix(most).reversed() {
      left -= (try? JSON.data(message.json).count) ?? mostBytes + 1
      guard left >= 0 else { break }
      fitting.append(message)
    }
    return fitting.reversed()
  }
}
