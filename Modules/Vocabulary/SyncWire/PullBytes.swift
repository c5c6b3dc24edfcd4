internal import JSON
internal import Platform

extension Pull {
  /// The body of `POST /rest/v1/rpc/sync_pull`.
  public var bytes: [UInt8] {
    var writer = WireWriter()
    writer.say(#"{"device":"#)
    writer.id(device)
    writer.say(#","epoch":"#)
    writer.text(epoch)
    writer.say(#","cursors":"#)
    writer.members(cursors) { writer, cursor in writer.text(cursor) }
    writer.say(#","limit":"#)
    writer.number(limit)
    writer.say("}")
    return writer.bytes
  }

  /// Parses the message on the server.
  public init(_ bytes: [UInt8]) throws(WireFlaw) {
    self = try WireFlaw.reading(bytes, atMost: Pull.mostBytes) { reader throws(JSONFlaw) in
      var device: UUID?
      var epoch: String?
      var cursors: [String: String?]?
      var limit: Int?
      try reader.openObject()
      while let key = try reader.nextKey() {
        if reader.says(key, "device") {
          device = try reader.uuid("device")
        } else if reader.says(key, "epoch") {
          epoch = try reader.wordOrNull("epoch")
        } else if reader.says(key, "cursors") {
          cursors = try reader.byCollection { reader throws(JSONFlaw) in .some(try reader.wordOrNull("cursor")) }
        } else if reader.says(key, "limit") {
          limit = Int(try reader.word("limit"))
          guard let limit, 1...Pull.most ~= limit else { throw reader.flaw("has a limit beyond 1 to \(Pull.most)") }
        } else {
          try reader.skip()
        }
      }
      return Pull(
        device: try reader.needed(device, "device"), epoch: epoch, cursors: try reader.needed(cursors, "cursors"),
        limit: limit ?? Pull.most)
    }
  }
}
