public import Kernel
internal import Platform
public import Storage

/// The dependencies of support.
public struct SupportNeeds: Sendable {
  /// The last good content from elsewhere; nil when there is none.
  public var load: @Sendable () async throws(Problem) -> [UInt8]?
  public var keep: @Sendable ([UInt8]) async throws(Problem) -> Void
  /// Fetches the newest content; nil for a product whose questions come with the app only.
  public var fetch: (@Sendable () async throws(Problem) -> [UInt8])?
  /// The facts of the report.
  public var facts: @Sendable () async -> [DiagnosticFact]
  /// The runs that did not end as they should, the newest first, and whether the last was one that crashed.
  public var crashes: [CrashNote] = []
  public var isAfterCrash = false
  public var rating: @Sendable () async throws(Problem) -> RatingMemory? = { nil }
  public var keepRating: @Sendable (RatingMemory) async throws(Problem) -> Void = { _ in }

  public init(
    load: @escaping @Sendable () async throws(Problem) -> [UInt8]?,
    keep: @escaping @Sendable ([UInt8]) async throws(Problem) -> Void,
    fetch: (@Sendable () async throws(Problem) -> [UInt8])? = nil,
    facts: @escaping @Sendable () async -> [DiagnosticFact] = { [] }
  ) {
    self.load = load
    self.keep = keep
    self.fetch = fetch
    self.facts = facts
  }

  /// Keeps the content in the person's store, on this device.
  public init(
    _ store: Store, fetch: (@Sendable () async throws(Problem) -> [UInt8])? = nil,
    facts: @escaping @Sendable () async -> [DiagnosticFact] = { [] }
  ) {
    let shelf = Shelf<KeptHelp>(store, .local)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().record(KeptHelp.id).map { Array($0.bytes) } },
      keep: { bytes throws(Problem) in
        try await shelf.collection().save(KeptHelp(bytes: Data(bytes)), over: .anything)
      }, fetch: fetch, facts: facts)
    let ratings = Shelf<RatingMemory>(store, .local)
    rating = { () throws(Problem) in try await ratings.collection().record(RatingMemory.id) }
    keepRating = { memory throws(Problem) in try await ratings.collection().save(memory, over: .anything) }
  }
}

/// The last good help text.
struct KeptHelp: Kept {
  static let collection = "help"
  static let id = ID<KeptHelp>(named: "help")

  let bytes: Data

  var id: ID<KeptHelp> { KeptHelp.id }
  var when: Date { Date(timeIntervalSince1970: 0) }
}
