internal import Connectivity
internal import Interface
internal import Kernel
internal import Mode
internal import Shell

/// The account state in which a product is audited, with commands that run before each screen is opened.
struct Posture: Sendable {
  /// Its name in reports; empty for the default.
  let name: String
  var commands: [Command] = []
  /// Whether the person is signed in, entitled to everything and online.
  var hasEverything = true
  /// Whether controls are tapped.
  var taps = true

  static let member = Posture(name: "")
  /// Signed out and offline, so that screens ask to sign in, upgrade or reconnect.
  static let stranger = Posture(name: "signed out and offline", hasEverything: false, taps: false)

  /// Returns the state with Deep mode chosen; nil when the screen does not offer it.
  static func deep(choosingOn frame: Frame) -> Posture? {
    let modes = Mode.allCases.map(\.rawValue)
    let choice = frame.nodes.flatMap(\.all).first { element in
      element.actions.contains(.choose) && element.children.map { $0.label.lowercased() } == modes
    }
    guard let choice, let deep = choice.children.first(where: { $0.label.lowercased() == Mode.deep.rawValue }) else {
      return nil
    }
    return Posture(
      name: "in \(deep.label) mode",
      commands: [.open(frame.route), .choose(.id(choice.id), .text(deep.label))])
  }

  /// Opens a window in this state.
  func window(of person: Person, at places: [Place]) async throws(Problem) -> Window {
    let window = await person.window()
    let rights = Set(places.compactMap(\.needs))
    await window.surroundings { surroundings in
      surroundings.connectivity = hasEverything ? .online : .offline
      surroundings.isSignedIn = hasEverything
      surroundings.entitlements = hasEverything ? rights : []
    }
    for command in commands { try await window.perform(command) }
    return window
  }
}
