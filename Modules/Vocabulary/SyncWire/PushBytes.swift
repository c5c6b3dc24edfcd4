internal import JSON
internal import Platform

extension Push {
  /// The body of `POST /rest/v1/rpc/sync_push`.
  public var bytes: [UInt8] {
    var writer = WireWriter()
    writer.say(#"{"device":"#)
    writer.id(device)
    writer.say(#","epoch":"#)
    writer.text(epoch)
    writer.say(#","entries":"#)
    writer.list(entries) { writer, entry in entry.write(to: &writer) }
    writer.say("}")
    return writer.bytes
  }

  /// Parses the message on the server.
  public init(_ bytes: [UInt8]) throws(WireFlaw) {
    self = try WireFlaw.reading(bytes, atMost: Push.mostBytes) { reader throws(JSONFlaw) in
      var device: UUID?
      var epoch: String?
      var entries: [Entry]?
      try reader.openObject()
      while let key = try reader.nextKey() {
        if reader.says(key, "device") {
          device = try reader.uuid("device")
        } else if reader.says(key, "epoch") {
          epoch = try reader.wordOrNull("epoch")
        } else if reader.says(key, "entries") {
          entries = try reader.list(atMost: Push.mostEntries, of: "entries") { reader throws(JSONFlaw) in
            try Entry(&reader)
          }
        } else {
          try reader.skip()
        }
      }
      return Push(
        device: try reader.needed(device, "device"), epoch: epoch, entries: try reader.needed(entries, "entries"))
    }
  }
}

extension Push.Entry {
  /// The entry as encoded in a push, for counting how many fit.
  public var bytes: [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout WireWriter) {
    writer.say(#"{"op_id":"#)
    writer.id(op)
    writer.say(#","collection":"#)
    writer.text(collection)
    writer.say(#","id":"#)
    writer.id(id)
    writer.say(#","kind":"#)
    writer.text(kind.rawValue)
    writer.say(#","base":"#)
    writer.text(base)
    writer.say(#","fields":"#)
    writer.object(fields)
    writer.say(#","edited_at":"#)
    writer.instant(editedAt)
    writer.say("}")
  }

  init(_ reader: inout JSONReader) throws(JSONFlaw) {
    var op: UUID?
    var collection: String?
    var id: UUID?
    var kind: Push.Kind?
    var base: String?
    var fields: [String: JSON] = [:]
    var editedAt: Date?
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch reader.string(key) {
      case "op_id": op = try reader.uuid("op_id")
      case "collection": collection = try reader.word("collection")
      case "id": id = try reader.uuid("id")
      case "kind": kind = Push.Kind(rawValue: try reader.word("kind"))
      case "base": base = try reader.wordOrNull("base")
      case "fields": fields = try reader.fields()
      case "edited_at": editedAt = try reader.instant("edited_at")
      default: try reader.skip()
      }
    }
    self.init(
      op: try reader.needed(op, "op_id"), collection: try reader.needed(collection, "collection"),
      id: try reader.needed(id, "id"), kind: try reader.needed(kind, "kind that is known"), base: base, fields: fields,
      editedAt: try reader.needed(editedAt, "edited_at"))
  }
}
