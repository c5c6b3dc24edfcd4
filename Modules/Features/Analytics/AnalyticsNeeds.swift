public import Interface
public import Kernel
public import Storage

/// Where the recorded events of a person go.
public struct AnalyticsPort: Sendable {
  /// Where they go, as a sentence for the person.
  public let words: String
  /// Takes a batch; throws when it should be tried again.
  let handOut: @Sendable ([RecordedEvent]) async throws(Problem) -> Void
  let leaves: Bool

  public init(
    _ words: String, handOut: @escaping @Sendable ([RecordedEvent]) async throws(Problem) -> Void
  ) {
    self.words = words
    self.handOut = handOut
    leaves = true
  }

  private init(staying words: String) {
    self.words = words
    handOut = { _ throws(Problem) in }
    leaves = false
  }

  /// Nothing leaves the device: the events stay in the queue until newer ones take their place.
  public static let onThisDevice = AnalyticsPort(
    staying: "They stay on this device, and nobody else can read them.")
}

/// The place where the person decides about recording, and the sentence of the empty screen.
public struct AnalyticsDecision: Sendable, Hashable {
  let refused: String
  let title: String
  let route: Route

  public init(refused: String, title: String, route: Route) {
    self.refused = refused
    self.title = title
    self.route = route
  }

  /// A consent among the person's others.
  public static let consent = AnalyticsDecision(
    refused: "You have not consented to usage statistics.", title: "Consent", route: Route(["settings", "consent"]))
}

/// The dependencies of analytics.
public struct AnalyticsNeeds: Sendable {
  /// Reads the events that the plan declares, and deletes any others.
  public var load: @Sendable (AnalyticsPlan) async throws(Problem) -> [RecordedEvent]
  public var keep: @Sendable (RecordedEvent) async throws(Problem) -> Void
  public var drop: @Sendable ([ID<RecordedEvent>]) async throws(Problem) -> Void
  /// Whether the person consents at this moment.
  public var isAllowed: @Sendable () -> Bool
  public var port: AnalyticsPort
  /// Counts by day that go to the person's server; nil for a product that sends none.
  public var counts: UsageCounts?

  public init(
    load: @escaping @Sendable (AnalyticsPlan) async throws(Problem) -> [RecordedEvent],
    keep: @escaping @Sendable (RecordedEvent) async throws(Problem) -> Void,
    drop: @escaping @Sendable ([ID<RecordedEvent>]) async throws(Problem) -> Void,
    isAllowed: @escaping @Sendable () -> Bool, port: AnalyticsPort = .onThisDevice, counts: UsageCounts? = nil
  ) {
    self.load = load
    self.keep = keep
    self.drop = drop
    self.isAllowed = isAllowed
    self.port = port
    self.counts = counts
  }

  /// Keeps the events in the person's store, on this device only.
  public init(
    _ store: Store, isAllowed: @escaping @Sendable () -> Bool, port: AnalyticsPort = .onThisDevice,
    counts: UsageCounts? = nil
  ) {
    let shelf = Shelf<KeptEvent>(store, .local)
    self.init(
      load: { plan throws(Problem) in
        let collection = try await shelf.collection()
        var events: [RecordedEvent] = []
        for kept in try await collection.records() {
          if let event = kept.event(in: plan) { events.append(event) } else { try await collection.delete(kept.id) }
        }
        return events
      },
      keep: { event throws(Problem) in try await shelf.collection().save(KeptEvent(event)) },
      drop: { ids throws(Problem) in
        let collection = try await shelf.collection()
        for id in ids { try await collection.delete(ID(id.uuid)) }
      }, isAllowed: isAllowed, port: port, counts: counts)
  }
}
