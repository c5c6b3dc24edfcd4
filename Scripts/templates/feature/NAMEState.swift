public import Kernel

/// The note as written, and whether it is saved.
public struct NAMEState: Deciding {
  /// The progress of loading and saving.
  public enum Keeping: Sendable, Equatable {
    case unread, loading, underWay, done
    case notLoaded(Problem), notKept(Problem)
  }

  public private(set) var note = ""
  public private(set) var keeping = Keeping.unread

  public init() {}

  public mutating func receive(_ action: NAMEAction, at now: Moment) -> [Step<NAMEEffect, NAMEEvent>] {
    switch action {
    case .appeared:
      guard !isRead, keeping != .loading else { return [] }
      keeping = .loading
      return [.run(.load, .latest("load"))]
    case .loaded(let text):
      note = text
      keeping = .done
      return []
    case .notLoaded(let problem):
      keeping = .notLoaded(problem)
      return []
    case .write(let text):
      // A note that could not be read is never overwritten.
      guard isRead else { return [] }
      note = text
      keeping = .underWay
      return [.run(.keep(text), .inOrder("keep"))]
    case .kept(let text):
      // Only the answer for the current note says that it is saved.
      if text == note { keeping = .done }
      return [.say(.noteKept)]
    case .notKept(let problem):
      keeping = .notKept(problem)
      return []
    }
  }

  private var isRead: Bool {
    switch keeping {
    case .unread, .loading, .notLoaded: false
    case .underWay, .done, .notKept: true
    }
  }
}
