public import Interface
public import Kernel

/// The explanation that a person sees before the system's own question: why, what happens, allow or not now. A feature
/// keeps it in its state, carries its requests out by a `PermissionPort`, and shows it within a screen or as a dialog.
///
/// The system is asked only after the person has chosen to allow, and never after "Not now".
public struct PermissionPriming: Sendable, Hashable {
  public enum Phase: Sendable, Hashable {
    /// The system's answer so far is being read.
    case checking
    /// The person can decide.
    case open
    /// The system's question is in front.
    case asking
    case granted
    /// Granted for quiet delivery; the system's own question can still be asked.
    case quiet
    /// Put off here; the system was not asked.
    case later
    /// Denied earlier: only the device's settings change that.
    case denied
    case unavailable
  }

  public enum Action: Sendable, Hashable {
    case allow, later, openSettings
    /// Asks for quiet delivery instead of the system's question.
    case allowQuietly
    /// The screen is shown again, as after a visit to the device's settings.
    case returned
    case heard(PermissionStanding)
    case failed(Problem)
  }

  /// A request to the port; its result comes back as `heard` or `failed`.
  public enum Request: Sendable, Hashable {
    case check, ask, askQuietly, openSettings
  }

  public let permission: Permission
  /// Whether the device has quiet delivery to offer.
  public let offersQuiet: Bool
  public private(set) var phase = Phase.checking
  /// The reason why the last request failed.
  public private(set) var problem: Problem?

  public init(_ permission: Permission, offersQuiet: Bool = false) {
    self.permission = permission
    self.offersQuiet = offersQuiet
  }

  /// Whether the person or the system has decided, so that nothing is waited for.
  public var isOver: Bool {
    switch phase {
    case .granted, .quiet, .later, .denied, .unavailable: true
    case .checking, .open, .asking: false
    }
  }

  /// Applies an action and returns what to request next.
  public mutating func receive(_ action: Action) -> Request? {
    switch action {
    case .allow:
      guard phase == .open || phase == .later || phase == .quiet else { return nil }
      (phase, problem) = (.asking, nil)
      return .ask
    case .allowQuietly:
      guard offersQuiet, phase == .open || phase == .later else { return nil }
      problem = nil
      return .askQuietly
    case .later: if phase == .open { phase = .later }
    case .openSettings: return phase == .denied ? .openSettings : nil
    case .returned: return phase == .asking ? nil : .check
    case .heard(let standing):
      problem = nil
      switch standing {
      case .undecided: if phase != .later { phase = .open }
      case .granted: phase = .granted
      case .quiet: phase = .quiet
      case .denied: phase = .denied
      case .unavailable: phase = .unavailable
      }
    case .failed(let problem):
      self.problem = problem
      if phase == .checking || phase == .asking { phase = .open }
    }
    return nil
  }
}

// MARK: Nodes

extension PermissionPriming {
  /// The explanation with its buttons, for use within a screen.
  public func nodes<A: Sendable>(_ act: @escaping @Sendable (Action) -> A) -> [Node<A>] {
    [.text(permission.why, id: "why")] + standing(act) + buttons(act)
  }

  /// The explanation as a dialog; nil when there is nothing to decide.
  public func dialog<A: Sendable>(_ act: @escaping @Sendable (Action) -> A) -> Node<A>? {
    guard phase == .open || phase == .asking || phase == .denied else { return nil }
    // The first button is the safe one.
    return .dialog(
      permission.title, id: "permission", [.text(permission.why, id: "why")] + standing(act),
      buttons: buttons(act).reversed(), dismiss: act(.later))
  }

  private func standing<A: Sendable>(_ act: @escaping @Sendable (Action) -> A) -> [Node<A>] {
    let said: [Node<A>] =
      switch phase {
      case .checking: [.skeleton("Checking your device", id: "checking", lines: 1)]
      case .open: [.note("Your device asks you next.", icon: .info, id: "next")]
      case .asking: [.note("Answer your device's question.", icon: .info, id: "asking").with { $0.live = .polite }]
      case .granted: [.note("Allowed", tone: .success, icon: .success, id: "granted")]
      case .quiet:
        [
          .note(
            "They arrive quietly: in your device's list, without sound or banner.", tone: .success, icon: .success,
            id: "quiet")
        ]
      case .later: [.note("Not now. You can allow it later.", icon: .info, id: "put-off")]
      case .denied:
        [
          .note(
            "It was not allowed on this device earlier. Your device's settings change that.", tone: .warning,
            icon: .warning, id: "denied")
        ]
      case .unavailable: [.note("This device does not offer it.", icon: .info, id: "unavailable")]
      }
    return said + (problem.map { [.note($0.sentence, tone: .warning, icon: .warning, id: "problem")] } ?? [])
  }

  private func buttons<A: Sendable>(_ act: @escaping @Sendable (Action) -> A) -> [Node<A>] {
    let allow = Node<A>.button(
      permission.allow, id: "allow", icon: permission.icon, isProminent: true, does: act(.allow))
    let later = Node<A>.button("Not now", id: "later", does: act(.later))
    let quietly = offersQuiet ? [Node<A>.button("Deliver quietly", id: "quietly", does: act(.allowQuietly))] : []
    return switch phase {
    case .open: [allow] + quietly + [later]
    case .later: [allow] + quietly
    case .quiet: [allow]
    case .denied:
      [
        .button("Open device settings", id: "settings", icon: .settings, isProminent: true, does: act(.openSettings)),
        .button("Check again", id: "again", icon: .refresh, does: act(.returned)),
      ]
    case .checking, .asking, .granted, .unavailable: []
    }
  }
}
