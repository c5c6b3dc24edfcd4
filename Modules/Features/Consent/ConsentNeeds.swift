public import Kernel
public import Platform
public import Storage

/// The dependencies of consent.
public struct ConsentNeeds: Sendable {
  /// All decisions of the person, in any order.
  public var load: @Sendable () async throws(Problem) -> [ConsentRecord]
  /// The identifiers of the decisions that came with an imported archive.
  public var imported: @Sendable () async throws(Problem) -> Set<UUID> = { [] }
  /// Returns when the decision is on disk.
  public var save: @Sendable (ConsentRecord) async throws(Problem) -> Void
  /// Tells of each change of the stored decisions, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// Texts from elsewhere; nil for a product whose texts come with the app only.
  public var texts: Texts?

  /// Where newer texts come from, and where the last good ones are kept: a person who agreed to one is not asked about an
  /// older one when the network is away.
  public struct Texts: Sendable {
    public var load: @Sendable () async throws(Problem) -> [UInt8]?
    public var keep: @Sendable ([UInt8]) async throws(Problem) -> Void
    public var fetch: @Sendable () async throws(Problem) -> [UInt8]

    public init(
      load: @escaping @Sendable () async throws(Problem) -> [UInt8]?,
      keep: @escaping @Sendable ([UInt8]) async throws(Problem) -> Void,
      fetch: @escaping @Sendable () async throws(Problem) -> [UInt8]
    ) {
      (self.load, self.keep, self.fetch) = (load, keep, fetch)
    }
  }

  public init(
    load: @escaping @Sendable () async throws(Problem) -> [ConsentRecord],
    save: @escaping @Sendable (ConsentRecord) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>
  ) {
    self.load = load
    self.save = save
    self.changes = changes
  }
}

extension ConsentNeeds {
  /// Keeps the decisions in the person's store. They go with the account, once there is one, unless the holding is local.
  /// Texts that are fetched are kept on this device.
  public init(
    _ store: Store, _ holding: Holding = .owned(.done), fetch: (@Sendable () async throws(Problem) -> [UInt8])? = nil
  ) {
    let shelf = Shelf<ConsentRecord>(store, holding)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().records() },
      save: { record throws(Problem) in try await shelf.collection().save(record) },
      changes: { shelf.changes() })
    guard let fetch else { return }
    let kept = Shelf<KeptConsentTexts>(store, .local)
    texts = Texts(
      load: { () throws(Problem) in try await kept.collection().record(KeptConsentTexts.id).map { Array($0.bytes) } },
      keep: { bytes throws(Problem) in
        try await kept.collection().save(KeptConsentTexts(bytes: Data(bytes)), over: .anything)
      }, fetch: fetch)
  }
}

/// The last good texts from elsewhere.
struct KeptConsentTexts: Kept {
  static let collection = "consent_texts"
  static let id = ID<KeptConsentTexts>(named: "texts")

  let bytes: Data

  var id: ID<KeptConsentTexts> { KeptConsentTexts.id }
  var when: Date { Date(timeIntervalSince1970: 0) }
}
