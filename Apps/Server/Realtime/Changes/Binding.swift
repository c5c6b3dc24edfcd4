internal import Relational

/// One subscription to database changes, as the client wrote it.
struct Binding: Hashable {
  let event: String
  let schema: String
  let table: String?
  let filter: String?
  /// Equal for equal subscriptions, so that one frame serves all their listeners; never zero.
  let id: Int
  /// The confirmation in the join's reply: the id and the client's own words, since the client compares them.
  let answer: [UInt8]

  init(_ json: ArraySlice<UInt8>) throws(Malformed) {
    let parts = try ObjectMembers(json)
    event = try parts.text("event") ?? "*"
    schema = try parts.text("schema") ?? "public"
    table = try parts.text("table").flatMap { $0.isEmpty ? nil : $0 }
    filter = try parts.text("filter").flatMap { $0.isEmpty ? nil : $0 }
    guard ["*", "INSERT", "UPDATE", "DELETE"].contains(event) else {
      throw Malformed(what: "an event is INSERT, UPDATE, DELETE or *")
    }
    id = Binding.number([event, schema, table ?? "*", filter ?? ""])
    var answer = [UInt8](#"{"id":\#(id)"#)
    // The client's own `id` would be read instead of the server's.
    for member in try JSONSlices.members(json) where member.name != "id" {
      answer += ","
      answer += JSONSlices.quoted(member.name)
      answer += ":"
      answer += member.value
    }
    answer += "}"
    self.answer = answer
  }

  private static func number(_ words: [String]) -> Int {
    var hash: UInt32 = 2_166_136_261
    for word in words {
      for byte in word.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      hash = (hash ^ 0xFF) &* 16_777_619
    }
    return Int(hash & 0x7FFF_FFFF) | 1
  }

  /// Resolves the binding against a schema. Throws when the table or column does not exist.
  func listening(in schema: Schema) throws(Malformed) -> ChannelBinding {
    guard self.schema == "public" || self.schema == "*" else {
      throw Malformed(what: "there is no schema \(self.schema.prefix(64))")
    }
    let kind = RowChange.Kind(rawValue: event)
    guard let name = table, name != "*" else {
      guard filter == nil else { throw Malformed(what: "a filter needs a table") }
      return ChannelBinding(id: id, table: nil, kind: kind, filter: nil)
    }
    guard let table = schema.tables[name] else { throw Malformed(what: "there is no table \(name.prefix(64))") }
    var read: ChangeFilter?
    if let filter { read = try ChangeFilter(filter, of: table) }
    return ChannelBinding(id: id, table: name, kind: kind, filter: read)
  }
}

/// A resolved binding: the tables and changes that a channel listens to.
struct ChannelBinding: Hashable {
  let id: Int
  /// Nil for all tables.
  let table: String?
  /// Nil for inserts, updates and deletions.
  let kind: RowChange.Kind?
  let filter: ChangeFilter?

  func means(_ change: RowChange, _ fields: ChangeFields) -> Bool {
    guard table == nil || table == change.table, kind == nil || kind == change.kind else { return false }
    guard let filter else { return true }
    return filter.holds(of: fields.all, isWhole: change.kind != .delete)
  }
}
