public import Kernel

/// What is written, and whether it is safe.
public struct NAMEState: Deciding {
  /// How far the newest note has come.
  public enum Keeping: Sendable, Equatable {
    case unread, loading, underWay, done
    case failed(Problem)
  }

  public private(set) var note = ""
  public private(set) var keeping = Keeping.unread

  public init() {}

  public mutating func receive(_ action: NAMEAction, at now: Moment) -> [Step<NAMEEffect, NAMEEvent>] {
    switch action {
    case .appeared:
      guard keeping == .unread else { return [] }
      keeping = .loading
      return [.run(.load, .latest("load"))]
    case .loaded(let text):
      note = text
      keeping = .done
      return []
    case .write(let text):
      note = text
      keeping = .underWay
      // What is written now is newer than whatever is still being read.
      return [.stop(.latest("load")), .run(.keep(text), .inOrder("keep"))]
    case .kept(let text):
      // Only the answer to what is written now says that all is safe.
      if text == note { keeping = .done }
      return [.say(.noteKept)]
    case .failed(let problem):
      keeping = .failed(problem)
      return []
    }
  }
}
