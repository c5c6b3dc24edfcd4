internal import JSON
internal import Relational
internal import SyncWire

/// A parsed but not yet validated message to `sync_push`.
struct PushMessage {
  struct Entry {
    var operation = ""
    var collection: String?
    var id: String?
    var kind: String?
    var base: String?
    var edited: String?
    /// Field names, and the ranges of their values in the message.
    var fields: [(name: String, place: Range<Int>)] = []
  }

  let bytes: [UInt8]
  private(set) var epoch: String?
  private(set) var entries: [Entry] = []
  private var hasEntries = false

  init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Push.mostBytes else {
      throw SyncRefusal.tooLarge("sync_push", "at most \(Push.mostBytes >> 20) MiB")
    }
    self.bytes = bytes
    do throws(JSONFlaw) {
      try read()
    } catch {
      throw SyncRefusal.flawed("sync_push", error)
    }
    guard hasEntries else { throw SyncRefusal.malformed("sync_push", "entries must be a list") }
    guard entries.count <= Push.mostEntries else {
      throw SyncRefusal.tooLarge("sync_push", "at most \(Push.mostEntries) entries")
    }
    for (index, entry) in entries.enumerated() {
      guard case .text(let operation)? = try? ColumnType.uuid.normalised(.text(entry.operation)) else {
        throw SyncRefusal.malformed("sync_push", "the op_id of entry \(index + 1) is no UUID")
      }
      entries[index].operation = operation
    }
  }

  private mutating func read() throws(JSONFlaw) {
    var reader = JSONReader(bytes)
    try reader.openObject()
    while let key = try reader.nextKey() {
      if reader.says(key, "epoch") {
        epoch = try reader.stringOrNull()
      } else if reader.says(key, "entries") {
        hasEntries = true
        try reader.openArray()
        while try reader.nextItem() {
          // Reads one entry beyond the limit, so that the message is refused without reading the rest.
          guard entries.count <= Push.mostEntries else { return }
          entries.append(try Self.entry(&reader))
        }
      } else {
        try reader.skip()
      }
    }
    try reader.finish()
  }

  private static func entry(_ reader: inout JSONReader) throws(JSONFlaw) -> Entry {
    var entry = Entry()
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch reader.string(key) {
      case "op_id": entry.operation = try reader.stringOrNull() ?? ""
      case "collection": entry.collection = try reader.stringOrNull()
      case "id": entry.id = try reader.stringOrNull()
      case "kind": entry.kind = try reader.stringOrNull()
      case "base": entry.base = try reader.stringOrNull()
      case "edited_at": entry.edited = try reader.stringOrNull()
      case "fields":
        if try reader.peek() == .null {
          try reader.null()
          continue
        }
        try reader.openObject()
        while let name = try reader.nextKey() { entry.fields.append((reader.string(name), try reader.skip())) }
      default: try reader.skip()
      }
    }
    return entry
  }

  /// Decodes a field's value for a column type.
  func value(at place: Range<Int>, for type: ColumnType) throws(Failure) -> Value {
    var reader = JSONReader(bytes, in: place)
    do throws(JSONFlaw) {
      if type == .json {
        return try reader.peek() == .null ? .null : .json(reader.string(place))
      }
      switch try reader.peek() {
      case .null: return .null
      case .bool: return .bool(try reader.bool())
      case .string: return .text(try reader.string())
      // As text, so that no digit is lost.
      case .number: return .text(reader.string(place))
      case .object, .array: return .json(reader.string(place))
      }
    } catch {
      throw SyncRefusal.flawed("sync_push", error)
    }
  }
}

extension JSONReader {
  /// Reads a string, or another value as its JSON text; nil for null.
  mutating func stringOrNull() throws(JSONFlaw) -> String? {
    switch try peek() {
    case .null:
      try null()
      return nil
    case .string: return try string()
    default: return string(try skip())
    }
  }
}
