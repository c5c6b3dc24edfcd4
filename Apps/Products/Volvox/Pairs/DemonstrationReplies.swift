internal import Kernel
internal import Messaging
internal import Platform
internal import Storage

/// The sponsor of the demonstration answers what the person writes, a moment later by the product's clock. The answers are
/// made on the device, and the person's messages stay there.
struct DemonstrationReplies: Sendable {
  /// Seconds until an answer.
  static let pause: Double = 4

  private let messaging: Messaging
  private let store: Store
  private let time: Time
  private let log: Log

  init(_ messaging: Messaging, _ store: Store, _ context: FeatureContext) {
    self.messaging = messaging
    self.store = store
    time = context.time
    log = context.log.from("DemonstrationReplies")
  }

  /// Answers while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let states = messaging.states.listen()
    return {
      var answered: UUID?
      for await state in states {
        guard let asked = state.unanswered(in: DemonstrationPair.id.uuid), asked.id != answered else { continue }
        for await _ in time.alarm(at: time.now().date.addingTimeInterval(Self.pause)) { break }
        // Several that were written meanwhile get one answer.
        guard !Task.isCancelled, let last = messaging.states.value.unanswered(in: DemonstrationPair.id.uuid) else {
          continue
        }
        answered = last.id
        do throws(Problem) {
          try await DemonstrationPair.reply(to: last, in: store, at: time.now().date)
        } catch {
          log.warning("The demonstration's sponsor could not answer (\(code: error)).")
        }
      }
    }
  }
}
