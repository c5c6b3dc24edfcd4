public import Conversation
public import Days
public import Kernel
public import Platform
public import Runners
public import Storage
public import TrainingPlan

/// The dependencies of Coaching. What was kept is on disk when the call returns.
public struct CoachingNeeds: Sendable {
  public var load: @Sendable () async throws(Problem) -> CoachBook
  public var runner: @Sendable () async throws(Problem) -> Runner?
  /// Keeps events of the conversation and the runner, both or none.
  public var keep: @Sendable ([TimedEvent], _ from: Int, Runner?) async throws(Problem) -> Void
  public var keepDraft: @Sendable (String) async throws(Problem) -> Void
  /// Reports each change of the stored runner, whatever its origin.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// Whether the network is there now.
  public var isOnline: @Sendable () -> Bool
  /// Reports whether the network is there, at each change.
  public var network: @Sendable () -> AsyncStream<Heard<Bool>>
  /// Reports the name that the account or the profile knows, now and at each change.
  public var names: @Sendable () -> AsyncStream<Heard<String?>>
  /// A model that words the coach's messages, once one is chosen and consented to; nil where none can be reached.
  public var model: ModelPort?
  /// The model that was chosen for this device.
  public var choice: @Sendable () async throws(Problem) -> ModelChoice = { () throws(Problem) in ModelChoice() }
  public var keepChoice: @Sendable (ModelChoice) async throws(Problem) -> Void = { _ throws(Problem) in }
  /// Reports the person's decision about a model, now and at each change; nil while there is none.
  public var consents: @Sendable () -> AsyncStream<Heard<Bool?>> = { AsyncStream { nil } }
  public var speech = SpeechPort.none
  /// The decision of the plan that a question asks about, with the reason that matches best first; nil when none does.
  public var reason: @Sendable (_ question: String) async -> PlanTelling.Decision? = { _ in nil }
  /// The session of a day of the plan, or the next one, in a sentence; nil without a plan.
  public var session: @Sendable (CalendarDay?) async -> String? = { _ in nil }
  /// The choices of the connection card that can be connected here, besides a file.
  public var ways: Set<String> = []
}

extension CoachingNeeds {
  /// Keeps the runner in the person's store, synced, and the conversation on this device alone.
  public init(
    _ store: Store, isOnline: @escaping @Sendable () -> Bool,
    network: @escaping @Sendable () -> AsyncStream<Heard<Bool>>,
    names: @escaping @Sendable () -> AsyncStream<Heard<String?>>
  ) {
    let log = TranscriptLog(Coaching.conversation, in: store)
    let runners = Shelf<Runner>(store, .owned(.entered))
    let drafts = Shelf<CoachDraft>(store, .local)
    self.init(
      load: { () throws(Problem) in
        var book = CoachBook()
        (book.events, book.next) = try await log.read()
        book.runner = try await runners.collection().record(Runner.only)
        book.draft = try await drafts.collection().record(CoachDraft.only)?.text ?? ""
        return book
      },
      runner: { () throws(Problem) in try await runners.collection().record(Runner.only) },
      keep: { events, number, runner throws(Problem) in
        let all = try await runners.collection()
        let write = try await log.appending(events, from: number)
        try await runners.write { batch throws(Problem) in
          try write(&batch)
          if let runner { try batch.save(runner, over: .anything, in: all) }
        }
      },
      keepDraft: { text throws(Problem) in
        let all = try await drafts.collection()
        if text.isEmpty {
          try await all.delete(CoachDraft.only)
        } else {
          try await all.save(CoachDraft(text), over: .anything)
        }
      },
      changes: { .relaying(keeping: .bufferingNewest(1)) { report in await runners.follow { report(Heard(())) } } },
      isOnline: isOnline, network: network, names: names)
  }
}

/// The text that was typed to the coach and not sent. It stays on the device, and outlives the process.
public struct CoachDraft: Kept {
  public static let collection = "coach_drafts"
  static let only = ID<CoachDraft>(named: "draft")

  public let id: ID<CoachDraft>
  let text: String

  public var when: Date { .distantPast }

  init(_ text: String) {
    id = CoachDraft.only
    self.text = text
  }
}
