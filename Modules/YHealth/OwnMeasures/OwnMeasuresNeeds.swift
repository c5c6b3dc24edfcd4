public import Forms
public import Kernel
public import Platform
public import Storage

/// The dependencies of a person's own measures. What was saved is on disk, together with its sync queue entry, when the
/// call returns.
public struct OwnMeasuresNeeds: Sendable {
  /// Reads all measures, and the newest entries.
  public var read: @Sendable () async throws(Problem) -> OwnRead
  public var measure: @Sendable (ID<OwnMeasure>) async throws(Problem) -> StoredMeasure?
  public var reading: @Sendable (ID<OwnReading>) async throws(Problem) -> StoredReading?
  /// The entries of one measure at these instants.
  public var readings: @Sendable (_ measure: UUID, _ range: Range<Date>?) async throws(Problem) -> [OwnReading]
  /// Saves and deletes in one transaction. Each save replaces the given version, or is new without one.
  public var write: @Sendable (OwnBatch) async throws(Problem) -> Void
  public var drafts: DraftNeeds<OwnFormName>
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>

  /// Measures that are read. More than a person can define, since two devices may have added some at the same time.
  static let mostMeasures = 1_000
  /// Entries that are read for the lists.
  static let mostReadings = 2_000
  /// Entries of all measures that a chart looks through.
  static let mostDrawn = 50_000
}

/// Changes of the store that are made together or not at all.
public struct OwnBatch: Sendable, Equatable {
  /// A record with the version that it replaces.
  public struct Save<Record: Sendable & Equatable>: Sendable, Equatable {
    let record: Record
    let over: Version?
  }

  var measures: [Save<OwnMeasure>] = []
  var readings: [Save<OwnReading>] = []
  var deletedMeasures: [ID<OwnMeasure>] = []
  var deletedReadings: [ID<OwnReading>] = []
  var draft: ID<FormDraft<OwnFormName>>?
}

extension OwnMeasuresNeeds {
  /// Implements storage on the person's store. Measures and entries are owned and synced; drafts stay on the device.
  public init(_ store: Store) {
    let measures = Shelf<OwnMeasure>(store, .owned(.entered))
    let readings = Shelf<OwnReading>(store, .owned(.entered))
    let drafts = Shelf<FormDraft<OwnFormName>>(store, .local)
    self.init(
      read: { () throws(Problem) in
        OwnRead(
          measures: try await measures.collection().opened(newest: OwnMeasuresNeeds.mostMeasures)
            .map { StoredMeasure($0) },
          readings: try await readings.collection().opened(newest: OwnMeasuresNeeds.mostReadings)
            .map { StoredReading($0) }.sorted(by: StoredReading.isNewer))
      },
      measure: { id throws(Problem) in try await measures.collection().opened(id).map { StoredMeasure($0) } },
      reading: { id throws(Problem) in try await readings.collection().opened(id).map { StoredReading($0) } },
      readings: { id, range throws(Problem) in
        try await readings.collection().records(in: range, newest: OwnMeasuresNeeds.mostDrawn)
          .filter { $0.measure == id }
      },
      write: { batch throws(Problem) in
        let (all, entries) = (try await measures.collection(), try await readings.collection())
        let kept = try await drafts.collection()
        try await readings.write { step throws(Problem) in
          for save in batch.measures {
            try step.save(save.record, over: save.over.map { .version($0) } ?? .nothing, in: all)
          }
          for save in batch.readings {
            try step.save(save.record, over: save.over.map { .version($0) } ?? .nothing, in: entries)
          }
          for id in batch.deletedReadings { try step.delete(id, in: entries) }
          for id in batch.deletedMeasures { try step.delete(id, in: all) }
          if let draft = batch.draft { try step.delete(draft, in: kept) }
        }
      },
      drafts: DraftNeeds(drafts),
      changes: {
        .relaying(keeping: .bufferingNewest(1)) { report in
          await withTaskGroup { group in
            group.addTask { await measures.follow { report(Heard(())) } }
            group.addTask { await readings.follow { report(Heard(())) } }
          }
        }
      })
  }
}
