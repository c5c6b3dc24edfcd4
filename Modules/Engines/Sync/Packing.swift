public import JSON
public import Platform
public import Storage
public import SyncWire

/// Converts changes to entries of the wire format, and received records to fields.
public struct Packing: Sendable, Hashable {
  public let kinds: [String: SyncedKind]
  public let owner: UUID?

  public init(_ kinds: [SyncedKind], owner: UUID?) {
    self.kinds = Dictionary(kinds.map { ($0.collection, $0) }, uniquingKeysWith: { first, _ in first })
    self.owner = owner
  }

  private func kind(_ collection: String) -> SyncedKind { kinds[collection] ?? SyncedKind(collection) }

  func across(_ id: UUID, _ collection: String) -> UUID { kinds[collection]?.across(id, owner: owner) ?? id }

  public func push(_ changes: [Change], device: UUID, epoch: String?) -> Push {
    Push(device: device, epoch: epoch, entries: changes.map(entry))
  }

  private func entry(_ change: Change) -> Push.Entry {
    let kind: Push.Kind =
      switch change.kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
    // A deletion needs no fields, and the server's own fields are not sent.
    let known = self.kind(change.collection)
    let fields = kind == .delete ? [:] : change.fields.filter { !known.isOfTheServer($0.key) }
    return Push.Entry(
      op: change.op, collection: change.collection, id: across(change.id, change.collection), kind: kind,
      base: change.base, fields: fields.mapValues(\.json), editedAt: change.editedAt)
  }

  /// The fields of the server's row in a conflict.
  func fields(_ row: [String: JSON]?, of change: Change) -> Fields? {
    row.map { record($0, change.id, change.collection) }
  }

  public func page(_ answer: PullAnswer, asked: [String: String?]? = nil) -> PulledPage {
    PulledPage(
      epoch: answer.epoch,
      changes: answer.changes.map { change in
        let id = across(change.id, change.collection)
        let fields = change.row.map { record($0, id, change.collection) }
        return PulledPage.Entry(
          change.collection,
          Pulled(id: id, rev: change.rev, fields: fields, editedAt: fields?["edited_at"]?.instant))
      },
      cursors: answer.cursors, resync: Set(answer.resync), isLast: !answer.more,
      asked: asked, owner: owner)
  }

  /// Reads a row that a server kept, as a pull would have brought it; nil when it has no identifier or revision.
  public func pulled(_ row: [String: JSON], of collection: String) -> Pulled? {
    guard let id = row["id"]?.string.flatMap({ UUID(uuidString: $0) }), let rev = row["rev"]?.string else { return nil }
    let fields = record(row, across(id, collection), collection)
    return Pulled(id: across(id, collection), rev: rev, fields: fields, editedAt: fields["edited_at"]?.instant)
  }

  /// Returns the record's fields under the identifier that the device uses.
  private func record(_ row: [String: JSON], _ id: UUID, _ collection: String) -> Fields {
    var fields = kind(collection).fields(of: row)
    fields["id"] = .uuid(id)
    return fields
  }
}
