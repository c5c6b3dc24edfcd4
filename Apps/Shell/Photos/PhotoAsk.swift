internal import Kernel

/// One question for a photo, from when a person is asked until they answer, it is too late, or nobody wants to know.
final class PhotoAsk: Sendable {
  enum Answer: Sendable {
    case taken([UInt8])
    case calledOff
    case late
  }

  private struct Held {
    var answer: Answer?
    var waiter: CheckedContinuation<Answer, Never>?
  }

  /// By which it is told from those before it.
  let number: Int
  /// How many bytes whoever asks takes.
  let most: Int
  private let held = Locked(Held())

  init(_ number: Int, atMost most: Int) {
    self.number = number
    self.most = most
  }

  var isOpen: Bool { held.withLock { $0.answer == nil } }

  /// Only the first answer counts.
  func give(_ answer: Answer) {
    let waiter = held.withLock { held -> CheckedContinuation<Answer, Never>? in
      guard held.answer == nil else { return nil }
      held.answer = answer
      defer { held.waiter = nil }
      return held.waiter
    }
    waiter?.resume(returning: answer)
  }

  /// For one listener. Who does not wait any longer has called it off.
  func answer(orAt alarm: Time.Alarms) async -> Answer {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in alarm where !Task.isCancelled { self.give(.late) } }
      let answer = await waited()
      group.cancelAll()
      return answer
    }
  }

  private func waited() async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let given = held.withLock { held -> Answer? in
          if held.answer == nil { held.waiter = continuation }
          return held.answer
        }
        if let given { continuation.resume(returning: given) }
      }
    } onCancel: {
      give(.calledOff)
    }
  }
}
