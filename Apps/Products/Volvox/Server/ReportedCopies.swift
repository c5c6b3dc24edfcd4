internal import JSON
internal import Kernel
internal import Peers

/// The messages that a report includes. They are what the reporter's device has opened and sent; the server has sealed texts
/// alone and verifies none of them.
enum ReportedCopies {
  /// The part of the evidence; null when the reporter included none.
  static func evidence(_ messages: JSON?) -> JSON {
    var (left, copies): (Int, [JSON]) = (2 * ReportedMessage.mostBytes, [])
    for one in (messages?.array ?? []).suffix(ReportedMessage.most).reversed() {
      guard let from = one["from"]?.string, ["reporter", "reported"].contains(from),
        let at = one["at"]?.string.flatMap(Moment.date), let text = one["text"]?.string
      else { continue }
      let copy = ReportedMessage(isOwn: from == "reporter", at: at, text.replacing("\0", with: "")).json
      left -= (try? JSON.data(copy).count) ?? left
      guard left > 0 else { break }
      copies.append(copy)
    }
    guard !copies.isEmpty else { return .null }
    return ["source": "the reporter's copy, not verified by the server", "texts": .array(copies.reversed())]
  }
}
