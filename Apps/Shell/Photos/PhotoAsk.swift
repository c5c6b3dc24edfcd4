internal import Kernel

/// A pending request for a photo, until it is answered, times out or is cancelled.
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

  /// Tells this request from earlier ones.
  let number: Int
  /// Largest photo that the caller accepts, in bytes.
  let most: Int
  private let held = Locked(Held())

  init(_ number: Int, atMost most: Int) {
    self.number = number
    self.most = most
  }

  var isOpen: Bool { held.withLock { $0.answer == nil } }

  /// Answers the request; only the first answer counts.
  func give(_ answer: Answer) {
    let waiter = held.withLock { held -> CheckedContinuation<Answer, Never>? in
      guard held.answer == nil else { return nil }
      held.answer = answer
      defer { held.waiter = nil }
      return held.waiter
    }
    waiter?.resume(returning: answer)
  }

  /// Waits for the answer. Supports one waiter; cancelling its task cancels the request.
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
