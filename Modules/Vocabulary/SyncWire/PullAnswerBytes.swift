internal import JSON
internal import Platform

extension PullAnswer {
  public init(_ bytes: [UInt8]) throws(WireFlaw) {
    self = try WireFlaw.reading(bytes, atMost: WireBounds.answer) { reader throws(JSONFlaw) in
      var epoch: String?
      var changes: [Change]?
      var cursors: [String: String]?
      var more: Bool?
      var resync: [String] = []
      try reader.openObject()
      while let key = try reader.nextKey() {
        switch reader.string(key) {
        case "epoch": epoch = try reader.word("epoch")
        case "changes":
          var width = 0
          changes = try reader.list(atMost: WireBounds.changes, of: "changes") { reader throws(JSONFlaw) in
            try Change(&reader, width: &width)
          }
        // A collection that this page did not reach has no cursor yet.
        case "cursors":
          cursors = try reader.byCollection { reader throws(JSONFlaw) in try reader.wordOrNull("cursor") }
        case "more": more = try reader.bool()
        case "resync":
          resync = try reader.list(atMost: WireBounds.collections, of: "collections") { reader throws(JSONFlaw) in
            try reader.word("collection")
          }
        default: try reader.skip()
        }
      }
      return PullAnswer(
        epoch: try reader.needed(epoch, "epoch"), changes: try reader.needed(changes, "changes"),
        cursors: try reader.needed(cursors, "cursors"), more: try reader.needed(more, "more"), resync: resync)
    }
  }

  /// The message as a server sends it.
  public var bytes: [UInt8] {
    var writer = WireWriter()
    writer.say(#"{"epoch":"#)
    writer.text(epoch)
    writer.say(#","changes":"#)
    writer.list(changes) { writer, change in change.write(to: &writer) }
    writer.say(#","cursors":"#)
    writer.members(cursors) { writer, cursor in writer.text(cursor) }
    writer.say(#","more":"#)
    writer.flag(more)
    writer.say(#","resync":"#)
    writer.list(resync) { writer, name in writer.text(name) }
    writer.say("}")
    return writer.bytes
  }
}

extension PullAnswer.Change {
  /// `width` is the number of fields of the last row, used to reserve capacity for this one.
  init(_ reader: inout JSONReader, width: inout Int) throws(JSONFlaw) {
    var collection: String?
    var id: UUID?
    var rev: String?
    var isDeleted: Bool?
    var row: [String: JSON]?
    try reader.openObject()
    while let key = try reader.nextKey() {
      if reader.says(key, "collection") {
        collection = try reader.word("collection")
      } else if reader.says(key, "id") {
        id = try reader.uuid("id")
      } else if reader.says(key, "rev") {
        rev = try reader.word("rev")
      } else if reader.says(key, "deleted") {
        isDeleted = try reader.bool()
      } else if reader.says(key, "row"), try reader.peek() == .object {
        let read = try reader.fields(usually: width)
        width = read.count
        row = read
      } else {
        try reader.skip()
      }
    }
    if try reader.needed(isDeleted, "word on whether it is deleted") {
      row = nil
    } else {
      row = try reader.needed(row, "row")
    }
    self.init(
      collection: try reader.needed(collection, "collection"), id: try reader.needed(id, "id"),
      rev: try reader.needed(rev, "rev"), row: row)
  }

  func write(to writer: inout WireWriter) {
    writer.say(#"{"collection":"#)
    writer.text(collection)
    writer.say(#","id":"#)
    writer.id(id)
    writer.say(#","rev":"#)
    writer.text(rev)
    if let row {
      writer.say(#","deleted":false,"row":"#)
      writer.object(row)
    } else {
      writer.say(#","deleted":true"#)
    }
    writer.say("}")
  }
}
