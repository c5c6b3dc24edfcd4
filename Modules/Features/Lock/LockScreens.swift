public import Interface
public import Kernel

// The screens as pure functions of the state, the route and the window.
extension LockState {
  typealias N = Node<LockWindowAction>

  /// The only place of a locked window.
  public static let locked = Place("/locked", title: "Locked", isFullScreen: true)

  /// The places among the settings.
  public static let places = [
    Place("/settings/lock", title: "Lock", keywords: ["passcode", "fingerprint", "face", "privacy", "timeout"]),
    Place("/settings/lock/passcode", title: "Change passcode"),
    Place("/settings/lock/off", title: "Turn off the lock"),
  ]

  public func screen(_ route: Route, in surroundings: Surroundings, at window: WindowID) -> Screen<LockWindowAction> {
    let local = windows[window]
    guard route.path.first == "settings" else { return lockScreen(route, in: local, window) }
    let (title, nodes): (String, [N]) =
      switch route.path.last {
      case "passcode": ("Change passcode", standing == .open ? changing(in: local, window) : [without])
      case "off": ("Turn off the lock", standing == .open ? turningOff(in: local, window) : [without])
      default: ("Lock", settings(in: local, window))
      }
    return Screen(route, title: title, nodes: [.heading(title, level: 1)] + nodes)
  }

  // MARK: The lock screen

  private func lockScreen(_ route: Route, in local: LockWindowState, _ window: WindowID) -> Screen<LockWindowAction> {
    let title = "\(product) is locked"
    var nodes: [N] = [.heading(title, level: 1)]
    switch standing {
    case .unread: nodes.append(.skeleton("Loading the lock", lines: 1))
    case .notRead(let problem): nodes += [notice(problem.sentence), .button("Try again", icon: .refresh, does: .retry)]
    case .closing: nodes.append(.progress("Locking"))
    case .off, .open: nodes.append(.progress("Opening"))
    case .locked:
      nodes += message(of: local) + waiting + [field(in: local), unlock(window)] + device
      nodes.append(.button("Forgot passcode?", id: "forgot", does: .forgot))
      if local.isForgotten { nodes += forgotten }
    }
    return Screen(route, title: title, nodes: nodes, dialog: local.question.map(question))
  }

  private func unlock(_ window: WindowID) -> N {
    if underWay == window { return .disabledButton("Unlock", id: "unlock", because: "Your passcode is being checked.") }
    if waitUntil != nil {
      return .disabledButton("Unlock", id: "unlock", because: "There were too many wrong passcodes.")
    }
    return .button("Unlock", id: "unlock", icon: .unlock, isProminent: true, does: .unlock)
  }

  private var waiting: [N] {
    guard let waitLeft, waitUntil != nil else { return [] }
    return [
      .notice(
        "\(kept.failures) wrong passcodes. You can try again in \(LockState.words(for: waitLeft)).", id: "wait",
        tone: .warning, icon: .clock)
    ]
  }

  /// A duration in words, rounded up: in minutes from two on.
  static func words(for duration: Duration) -> String {
    let seconds = max(1, Int((duration.seconds).rounded(.up)))
    return seconds > 90 ? "\((seconds + 59) / 60) minutes" : "\(seconds) seconds"
  }

  private var device: [N] {
    guard hasDevice, hasSecret else { return [] }
    return [.button("Use fingerprint or face", id: "device", does: .askDevice)]
  }

  private var forgotten: [N] {
    [
      .section(
        "Without the passcode", id: "forgotten",
        [
          .text(
            "Nobody can recover a passcode, and we cannot either. You can delete everything of this profile on this device. "
              + (hasAccounts
                ? "What is in your account comes back when you sign in. Entries that were not synced are lost."
                : "What you did not export is lost."),
            id: "plainly")
        ]
          + (hasAccounts
            ? [.destructive("Delete and sign in again", id: "sign-in", asks: .askToStartOver(signsIn: true))] : [])
          + [.destructive("Delete and start over", id: "start-over", asks: .askToStartOver(signsIn: false))])
    ]
  }

  private func question(_ signsIn: Bool) -> N {
    .dialog(
      "Delete this profile’s data from this device?", id: "question",
      [
        .text(
          "This cannot be undone. \(hasAccounts ? "Entries that were not synced are lost." : "What you did not export is lost.")",
          id: "words")
      ],
      buttons: [
        .button("Cancel", does: .dismiss),
        .button(
          signsIn ? "Delete and sign in again" : "Delete and start over", id: "confirm", icon: .remove, does: .startOver
        ).with { $0.isDestructive = true },
      ], dismiss: .dismiss, isAlert: true)
  }

  // MARK: Warning

  /// The warning before the lock, shown above every screen.
  public var banner: [Node<LockWindowAction>] {
    guard isWarned, standing == .open else { return [] }
    return [
      .notice(
        warning, id: "lock-warning", tone: .warning, icon: .clock,
        [.button("More time", id: "more-time", does: .moreTime), .button("Lock now", id: "lock", does: .lockNow)]
      ).with { $0.live = .assertive }
    ]
  }

  // MARK: Settings

  private func settings(in local: LockWindowState, _ window: WindowID) -> [N] {
    guard isAvailable else {
      return [
        .empty(
          "This profile cannot be locked.", because: "It is kept in memory and ends with the program.", icon: .lock)
      ]
    }
    switch standing {
    case .unread: return [.skeleton("Loading the lock")]
    case .notRead(let problem): return [notice(problem.sentence), .button("Try again", icon: .refresh, does: .retry)]
    case .off: return turningOn(in: local, window)
    case .open, .closing, .locked: return set(in: local, window)
    }
  }

  /// Stands at the places that need a passcode while there is none.
  private var without: N {
    .empty(
      "The lock is off.", because: "\(product) opens without a passcode on this device.", icon: .unlock,
      .link("Lock", to: Route(["settings", "lock"]), icon: .lock))
  }

  private func turningOn(in local: LockWindowState, _ window: WindowID) -> [N] {
    [
      .text(
        "With a lock, \(product) asks for your passcode when it opens and after a time without use. Until then your "
          + "entries stay encrypted, and no screen, link or notification shows them.", id: "about"),
      .note(
        hasAccounts
          ? "Nobody can recover a passcode. Without it you can only sign in again or start over, and entries that were not "
            + "synced are lost."
          : "Nobody can recover a passcode. Without it you can only start over, and what you did not export is lost.",
        icon: .warning, id: "warning"),
    ] + pausing + message(of: local) + news(in: local) + [
      submit("Turn on lock", .turnOn, icon: .lock, in: window)
    ]
  }

  private var pausing: [N] { pause.map { [.note($0, icon: .info, id: "pause")] } ?? [] }

  private func set(in local: LockWindowState, _ window: WindowID) -> [N] {
    [
      .choice(
        "Lock after", id: "delay", LockDelay.allCases.map { (id: "\($0.rawValue)", title: $0.title) },
        selected: "\(kept.delay.rawValue)",
        hint: "Without use. You are warned before, and can have more time. This device only."
      ) { .choose(Int($0).flatMap { LockDelay(rawValue: $0) } ?? .five) },
      .button("Lock now", id: "lock-now", icon: .lock, isProminent: true, does: .lockNow),
    ] + pausing + deviceSection(in: local, window) + [
      .list(
        "Passcode",
        [
          .row("Change passcode", id: "change", to: Route(["settings", "lock", "passcode"])).with { $0.icon = .edit },
          .row("Turn off the lock", id: "off", to: Route(["settings", "lock", "off"])).with { $0.icon = .unlock },
        ])
    ]
  }

  private func deviceSection(in local: LockWindowState, _ window: WindowID) -> [N] {
    guard hasDevice else {
      return [.note("This device offers no fingerprint or face check here.", icon: .info, id: "no-device")]
    }
    let nodes: [N] =
      hasSecret
      ? [
        .text("Fingerprint or face unlocks \(product). Your passcode does too.", id: "device-on"),
        .button("Turn off fingerprint and face", id: "forget", does: .forgetSecret),
      ]
      : message(of: local) + waiting + [
        field(in: local), submit("Turn on fingerprint or face", .enroll, in: window),
      ]
    return [.section("Fingerprint or face", id: "device", nodes)]
  }

  private func changing(in local: LockWindowState, _ window: WindowID) -> [N] {
    message(of: local) + waiting + [field("Current passcode", in: local)] + news(in: local)
      + [submit("Change passcode", .change, in: window)]
  }

  private func turningOff(in local: LockWindowState, _ window: WindowID) -> [N] {
    [.text("\(product) then opens without a passcode on this device.", id: "about")] + message(of: local) + waiting
      + [field(in: local), submit("Turn off lock", .turnOff, in: window)]
  }

  // MARK: Parts

  private func submit(_ label: String, _ action: LockWindowAction, icon: Icon? = nil, in window: WindowID) -> N {
    if underWay != nil { return .disabledButton(label, id: "submit", because: "The last request is in progress.") }
    if waitUntil != nil {
      return .disabledButton(label, id: "submit", because: "There were too many wrong passcodes.")
    }
    return .button(label, id: "submit", icon: icon, isProminent: true, does: action)
  }

  /// Write-only: no frame holds what is typed, and it is not sent key by key.
  private func field(_ label: String = "Passcode", in local: LockWindowState) -> N {
    secret(
      label, "passcode", in: local, .password,
      local.isChecked && local.passcode.revealed.isEmpty ? "Enter your passcode." : nil
    ) { .typePasscode(Redacted($0)) }
  }

  private func news(in local: LockWindowState) -> [N] {
    [
      secret("New passcode", "new", in: local, .newPassword, local.isChecked ? local.complaintAboutNew : nil) {
        .typeNew(Redacted($0))
      },
      secret(
        "New passcode again", "again", in: local, .newPassword, local.isChecked ? local.complaintAboutAgain : nil
      ) { .typeAgain(Redacted($0)) },
    ]
  }

  private func secret(
    _ label: String, _ id: String, in local: LockWindowState, _ purpose: Purpose, _ complaint: String?,
    type: @escaping @Sendable (String) -> LockWindowAction
  ) -> N {
    .field(label, id: local.emptied == 0 ? id : "\(id)-\(local.emptied + 1)", holds: "", commit: type) { field in
      field.purpose = purpose
      field.isRequired = true
      field.longest = LockState.longest
      field.invalid = complaint
    }
  }

  private func message(of local: LockWindowState) -> [N] { local.message.map { [notice($0)] } ?? [] }

  private func notice(_ text: String) -> N { .notice(text, id: "problem", tone: .warning, icon: .warning) }
}
