internal import FoundationEssentials
internal import Kernel
internal import Storage

/// A collection of a device's store with its record type erased.
protocol Shelf: Sendable {
  var name: String { get }
  func opened(_ id: UUID) async throws(Problem) -> (content: Content, version: Version)?
  func save(_ content: Content, _ id: UUID, over: Over) async throws(Problem)
  func delete(_ id: UUID) async throws(Problem)
  /// Returns the fields of versions that lost a conflict.
  func losers(_ id: UUID) async throws(Problem) -> [Fields]
}

struct ShelfOf<Kind: Shelved>: Shelf {
  let records: Storage.Collection<Entry<Kind>>
  var name: String { Kind.name }

  init(_ store: Store, _ priority: Priority) async throws(Problem) {
    records = try await store.collection(Entry<Kind>.self, .owned(priority))
  }

  func opened(_ id: UUID) async throws(Problem) -> (content: Content, version: Version)? {
    guard let opened = try await records.opened(ID(id)) else { return nil }
    let record = opened.record
    return (
      Content(at: record.at, a: record.a, b: record.b, slug: record.slug, clock: record.clock), opened.version
    )
  }

  func save(_ content: Content, _ id: UUID, over: Over) async throws(Problem) {
    try await records.save(
      Entry(id: ID(id), at: content.at, a: content.a, b: content.b, slug: content.slug, clock: content.clock),
      over: over)
  }

  func delete(_ id: UUID) async throws(Problem) { try await records.delete(ID(id)) }

  func losers(_ id: UUID) async throws(Problem) -> [Fields] { try await records.losers(ID(id)).map(\.fields) }
}
