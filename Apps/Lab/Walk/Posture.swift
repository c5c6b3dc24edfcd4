internal import Connectivity
internal import Interface
internal import Kernel
internal import Mode
internal import Shell

/// As whom a product is walked through: what is done before each screen is opened.
struct Posture: Sendable {
  /// How a report speaks of it; empty for the usual one.
  let name: String
  var commands: [Command] = []
  /// Signed in, with every right there is, and online.
  var hasEverything = true
  /// What is seen is tapped as well.
  var taps = true

  static let member = Posture(name: "")
  /// Is asked to sign in, to upgrade, to come back with a connection.
  static let stranger = Posture(name: "signed out and offline", hasEverything: false, taps: false)

  /// In Deep mode, where the screen lets one choose it.
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

  /// A window of somebody new who stands so.
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
