internal import Kernel
internal import Platform
internal import Storage

/// The collection of one kind of entry, with its type erased.
struct LogShelf: Sendable {
  let kind: LogKind
  let collection: String
  let newest: @Sendable (Int) async throws(Problem) -> [KeptEntry]
  let within: @Sendable (Range<Date>, _ most: Int) async throws(Problem) -> [LogEntry]
  let entry: @Sendable (UUID) async throws(Problem) -> KeptEntry?
  let save: @Sendable (LogEntry, Over, _ draft: ID<KeptDraft>?) async throws(Problem) -> KeptEntry
  let delete: @Sendable (KeptEntry) async throws(Problem) -> Void
  let changed: CollectionChanges

  init(_ kind: LogKind, _ store: Store, drafts: Shelf<KeptDraft>) { self = .of(kind.type, store, drafts) }

  private static func of<Record: Logged>(_ type: Record.Type, _ store: Store, _ drafts: Shelf<KeptDraft>) -> LogShelf {
    LogShelf(Shelf<Record>(store, .owned(.entered)), drafts)
  }

  private init<Record: Logged>(_ shelf: Shelf<Record>, _ drafts: Shelf<KeptDraft>) {
    kind = Record.kind
    collection = Record.collection
    newest = { count throws(Problem) in
      try await shelf.collection().opened(newest: count).map { KeptEntry($0) }
    }
    within = { range, most throws(Problem) in
      try await shelf.collection().records(in: range, newest: most).map(\.entry)
    }
    entry = { id throws(Problem) in try await shelf.entry(id) }
    save = { entry, over, draft throws(Problem) in
      guard let record = entry.record as? Record else { throw .gone }
      return try await shelf.save(record, over: over, dropping: draft, of: drafts)
    }
    delete = { kept throws(Problem) in
      try await shelf.collection().delete(ID(kept.name.id), over: .version(kept.version))
    }
    changed = CollectionChanges(shelf)
  }
}

/// The changes of a collection, with its type erased.
struct CollectionChanges: Sendable {
  let collection: String
  /// The current revision; costs nothing.
  let revision: @Sendable () async throws(Problem) -> Revision
  /// The changes since a revision; nil when there are more than `limit`, and everything is to be read again.
  let since: @Sendable (Revision, _ limit: Int) async throws(Problem) -> News?
  /// Calls with every change for as long as the store is open.
  let follow: @Sendable (@Sendable () -> Void) async -> Void

  struct News: Sendable {
    var saved: [UUID] = []
    var deleted: [UUID] = []
    let to: Revision
  }

  init<Record: Kept>(_ shelf: Shelf<Record>) {
    collection = Record.collection
    revision = { () throws(Problem) in try await shelf.collection().revision.value }
    since = { revision, limit throws(Problem) in
      switch try await shelf.collection().changes(since: revision, limit: limit) {
      case .since(let saved, let deleted, let to, let more):
        more ? nil : News(saved: saved.map(\.uuid), deleted: deleted.map(\.uuid), to: to)
      case .anew: nil
      }
    }
    follow = { tell in await shelf.follow(tell) }
  }
}

// Typed access for the log's collections.
extension Shelf where Record: Logged {
  fileprivate func entry(_ id: UUID) async throws(Problem) -> KeptEntry? {
    try await collection().opened(ID(id)).map { KeptEntry($0) }
  }

  /// Saves the record, queues it for sync, and deletes its draft, in one transaction.
  fileprivate func save(
    _ record: Record, over: Over, dropping draft: ID<KeptDraft>?, of drafts: Shelf<KeptDraft>
  ) async throws(Problem) -> KeptEntry {
    let collection = try await collection()
    let drafts = try await drafts.collection()
    try await write { batch throws(Problem) in
      try batch.save(record, over: over, in: collection)
      if let draft { try batch.delete(draft, in: drafts) }
    }
    guard let kept = try await entry(record.id.uuid) else { throw .gone }
    return kept
  }
}

extension Problem {
  fileprivate static let gone = Problem(
    "gone", "This was deleted elsewhere while it was being saved.", safe: "Nothing else was changed.",
    remedy: "Save it as a new entry, or discard it.")
}
