public import Kernel
public import Platform
public import Storage

/// One stored event of a conversation. It stays on the device, sealed as all records are.
public struct TranscriptRecord: Kept {
  public static let collection = "conversation_events"

  public let id: ID<TranscriptRecord>
  let conversation: String
  let number: Int
  let at: Date
  let event: TranscriptEvent

  public var when: Date { at }

  init(_ conversation: String, _ number: Int, _ event: TranscriptEvent, at date: Date) {
    id = ID(named: "\(conversation) \(number)")
    self.conversation = conversation
    self.number = number
    at = date
    self.event = event
  }
}

/// An event and its time.
public struct TimedEvent: Sendable, Hashable {
  public let event: TranscriptEvent
  public let at: Date

  public init(_ event: TranscriptEvent, at date: Date) {
    self.event = event
    at = date
  }
}

/// The stored log of one conversation. `name` is a constant of the program.
public struct TranscriptLog: Sendable {
  /// Events that are read; the oldest beyond it are left out.
  public static let most = 20_000

  private let name: String
  private let shelf: Shelf<TranscriptRecord>

  /// - Parameter holding: How the events are kept; never evicted unless it says otherwise.
  public init(_ name: String, in store: Store, _ holding: Holding = .local) {
    self.name = name
    shelf = Shelf(store, holding)
  }

  /// The events in their order, and the number of the next one.
  public func read() async throws(Problem) -> (events: [TimedEvent], next: Int) {
    let own = try await shelf.collection().records(newest: TranscriptLog.most).filter { $0.conversation == name }
    let sorted = own.sorted { $0.number < $1.number }
    return (sorted.map { TimedEvent($0.event, at: $0.at) }, sorted.last.map { $0.number + 1 } ?? 0)
  }

  /// Stores events from that number on, all or none.
  public func append(_ events: [TimedEvent], from number: Int) async throws(Problem) {
    let write = try await appending(events, from: number)
    try await shelf.write { batch throws(Problem) in try write(&batch) }
  }

  /// Returns the write of events, for a transaction that changes something else too.
  public func appending(
    _ events: [TimedEvent], from number: Int
  ) async throws(Problem) -> @Sendable (inout Batch) throws(Problem) -> Void {
    let all = try await shelf.collection()
    let records = events.enumerated().map { TranscriptRecord(name, number + $0, $1.event, at: $1.at) }
    return { batch throws(Problem) in for record in records { try batch.save(record, over: .anything, in: all) } }
  }

  /// Deletes the conversation.
  public func clear() async throws(Problem) {
    let all = try await shelf.collection()
    let own = try await all.records().filter { $0.conversation == name }
    try await shelf.write { batch throws(Problem) in
      for record in own { try batch.delete(record.id, in: all) }
    }
  }
}
