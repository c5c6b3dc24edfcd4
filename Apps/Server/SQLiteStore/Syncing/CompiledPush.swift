internal import Kernel
internal import Relational
internal import Tokens

/// A push, compiled on the caller's thread: each entry as an operation, or as the reason for its refusal.
struct CompiledPush: Sendable {
  enum Write: Sendable {
    case insert(Insertion)
    /// Nil when only the edit time changes and the table does not store it.
    case update(Alteration?)
    case delete(Alteration)
    case refuse(Failure)
  }

  struct Entry: Sendable {
    let operation: String
    /// The record, as far as it is known.
    let collection: String
    let id: String
    let base: String?
    let write: Write
    let layout: Layout?
  }

  let person: String
  let epoch: String?
  let entries: [Entry]

  init(
    _ arguments: [UInt8], _ layouts: Layouts, as caller: Caller, _ identifiers: Identifiers
  ) throws(Failure) {
    person = try SyncRefusal.judge(caller, "sync_push")
    let message = try PushMessage(arguments)
    epoch = message.epoch
    entries = message.entries.map { Self.entry($0, of: message, layouts, caller, identifiers) }
  }

  private static func entry(
    _ sent: PushMessage.Entry, of message: PushMessage, _ layouts: Layouts, _ caller: Caller,
    _ identifiers: Identifiers
  ) -> Entry {
    let collection = sent.collection ?? ""
    var id = sent.id ?? ""
    var layout: Layout?
    var write: Write
    do throws(Failure) {
      guard let found = layouts[collection], found.isSynced else { throw .noTable(collection) }
      layout = found
      id = try ColumnType.uuid.normalised(.text(id)).string ?? id
      write = try Self.write(sent, id, of: message, found, caller, identifiers)
    } catch {
      write = .refuse(error)
    }
    return Entry(
      operation: sent.operation, collection: collection, id: id, base: sent.base, write: write, layout: layout)
  }

  private static func write(
    _ sent: PushMessage.Entry, _ id: String, of message: PushMessage, _ layout: Layout, _ caller: Caller,
    _ identifiers: Identifiers
  ) throws(Failure) -> Write {
    let table = layout.table
    var values: [String: Value] = [:]
    for field in sent.fields {
      guard let column = table.column(field.name) else {
        throw Failure(
          "PGRST204", "Could not find the '\(field.name.prefix(100))' column of '\(table.name)' in the schema cache")
      }
      values[field.name] = try message.value(at: field.place, for: column.type)
    }
    if let given = values["id"] {
      guard try ColumnType.uuid.normalised(given) == .text(id) else {
        throw Failure("22023", "the id among the fields is not that of the entry")
      }
    }
    values["id"] = .text(id)
    if let edited = sent.edited, table.column("edited_at") != nil { values["edited_at"] = .text(edited) }
    switch sent.kind {
    case "insert":
      let columns = values.keys.sorted()
      let insert = Insert(table, columns: columns, rows: [columns.map { values[$0] ?? .null }])
      return .insert(try Insertion(insert, layout, as: caller, identifiers))
    case "update":
      values["id"] = nil
      let update = Update(table, values: values, filter: .compare("id", .equal, .text(id)))
      return .update(try Alteration(update, layout, as: caller))
    case "delete":
      return .delete(try Alteration(Delete(table, filter: .compare("id", .equal, .text(id))), layout, as: caller))
    default: throw Failure("22023", "the kind of an entry is insert, update or delete")
    }
  }
}
