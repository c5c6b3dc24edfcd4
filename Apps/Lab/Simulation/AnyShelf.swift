internal import FoundationEssentials
internal import Kernel
internal import Storage

/// A collection of a device's store with its record type erased.
protocol AnyShelf: Sendable {
  var name: String { get }
  func opened(_ id: UUID) async throws(Problem) -> (content: EntryContent, version: Version)?
  func save(_ content: EntryContent, _ id: UUID, over: Over) async throws(Problem)
  func delete(_ id: UUID) async throws(Problem)
  /// Returns the fields of versions that lost a conflict.
  func losers(_ id: UUID) async throws(Problem) -> [Fields]
}

struct ShelfOf<Kind: CollectionName>: AnyShelf {
  let records: Storage.Collection<SimulatedEntry<Kind>>
  var name: String { Kind.name }

  init(_ store: Store, _ priority: Priority) async throws(Problem) {
    records = try await store.collection(SimulatedEntry<Kind>.self, .owned(priority))
  }

  func opened(_ id: UUID) async throws(Problem) -> (content: EntryContent, version: Version)? {
    guard let opened = try await records.opened(ID(id)) else { return nil }
    let record = opened.record
    return (
      EntryContent(at: record.at, a: record.a, b: record.b, slug: record.slug, clock: record.clock), opened.version
    )
  }

  func save(_ content: EntryContent, _ id: UUID, over: Over) async throws(Problem) {
    try await records.save(
      SimulatedEntry(id: ID(id), at: content.at, a: content.a, b: content.b, slug: content.slug, clock: content.clock),
      over: over)
  }

  func delete(_ id: UUID) async throws(Problem) { try await records.delete(ID(id)) }

  func losers(_ id: UUID) async throws(Problem) -> [Fields] { try await records.losers(ID(id)).map(\.fields) }
}
