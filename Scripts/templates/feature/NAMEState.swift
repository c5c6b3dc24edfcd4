public import Kernel

/// What is written, and whether it is safe.
public struct NAMEState: Deciding {
  public private(set) var note: String
  public private(set) var keeping: Keeping

  public init(note: String = "") {
    self.note = note
    keeping = .done
  }

  public mutating func receive(_ action: NAMEAction, at now: Moment) -> [Step<NAMEEffect, NAMEEvent>] {
    switch action {
    case .write(let text):
      note = text
      keeping = .underWay
      return [.run(.keep(text), .inOrder("keep"))]
    case .kept(let text):
      // Only the answer to what is written now says that all is safe.
      if text == note { keeping = .done }
      return [.say(.noteKept(text))]
    case .notKept(let problem):
      keeping = .failed(problem)
      return []
    }
  }

  /// How far the newest note has come.
  public enum Keeping: Sendable, Equatable {
    case underWay, done
    case failed(Problem)
  }
}
