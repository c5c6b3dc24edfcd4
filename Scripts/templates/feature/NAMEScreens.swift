public import Interface
internal import Kernel

// The screens: pure functions of the state.
extension NAMEState {
  public static let place = Place("/PATH", title: "TITLE")

  public func screen(_ route: Route, in surroundings: Surroundings) -> Screen<NAMEAction> {
    Screen(
      route, title: "TITLE",
      nodes: [.heading("TITLE", level: 1)] + content)
  }

  private var content: [Node<NAMEAction>] {
    switch keeping {
    case .unread, .loading: [.skeleton("Loading your note")]
    case .underWay: [field, .note("Saving", icon: .waiting, id: "keeping")]
    case .done: [field] + (note.isEmpty ? [] : [.note("Saved", tone: .success, icon: .success, id: "keeping")])
    case .notLoaded(let problem): [notice(problem), .button("Try again", icon: .refresh, does: .appeared)]
    case .notKept(let problem): [field, notice(problem)]
    }
  }

  private func notice(_ problem: Problem) -> Node<NAMEAction> {
    .notice(problem.sentence, id: "problem", tone: .warning, icon: .warning)
  }

  private var field: Node<NAMEAction> {
    .field("Note", holds: note, commit: { .write($0) }) { $0.longest = 200 }
  }
}
