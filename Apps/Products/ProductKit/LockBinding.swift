internal import Interface
internal import Kernel
package import Lock
package import Settings
package import Shell

extension PersonLock {
  /// The lock of a product's profiles: a passcode, or the device's check, at launch and after a time without use.
  package static let shared: @Sendable (LockPort) -> PersonLock = { port in
    PersonLock(AppLock(of: port.product, on: port.context, needs: LockNeeds(port)))
  }

  /// The same, with a page that opens while the profile is locked.
  package static func shared(showing page: PublicPage) -> @Sendable (LockPort) -> PersonLock {
    { port in PersonLock(AppLock(of: port.product, on: port.context, needs: LockNeeds(port)), page) }
  }

  /// The lock of a product without accounts. `pause` says what does not go on while the profile is locked.
  package static func withoutAccount(_ pause: String) -> @Sendable (LockPort) -> PersonLock {
    { port in
      PersonLock(
        AppLock(of: port.product, on: port.context, needs: LockNeeds(port), hasAccounts: false, pause: pause))
    }
  }

  package init(_ lock: AppLock, _ publicPage: PublicPage? = nil) {
    self.init(
      begin: { await lock.send(.begin) }, check: { await lock.check() }, touched: { await lock.touched() },
      lock: { () throws(Problem) in try await lock.lock() },
      reset: { await lock.send(.startedOver) },
      page: { window in
        let screen = LockBinding(lock, in: window.id).lockScreen
        return publicPage.map { $0.linked(from: screen) } ?? screen
      }, publicPages: publicPage.map { [$0.page] } ?? [],
      lockedRoutes: { [LockBinding(lock, in: $0.id).eventRoute] },
      open: { window in
        let binding = LockBinding(lock, in: window.id)
        return LockParts(pages: binding.pages, eventRoutes: [binding.eventRoute], banner: binding.banner)
      })
  }
}

extension SettingsPlan.Elsewhere {
  /// The link to the lock, for a product that has one.
  package static let lock = SettingsPlan.Elsewhere(
    "Lock", at: Route(["settings", "lock"]), icon: .lock, about: "Passcode, time without use")
}

/// Connects a person's lock to one window: its pages, its messages, and the warning above every screen.
struct LockBinding: Sendable {
  let lock: AppLock
  let window: WindowID

  init(_ lock: AppLock, in window: WindowID) {
    self.lock = lock
    self.window = window
  }

  var lockScreen: Page {
    .of(lock, at: LockState.locked, in: window, left: { .left($0) }) { $0.screen($1, in: $2, at: $3) }
  }

  var pages: [Page] {
    Page.all(of: lock, at: LockState.places, in: window, left: { .left($0) }) { $0.screen($1, in: $2, at: $3) }
  }

  var eventRoute: EventRoute {
    .from(lock, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .announced(let announcement): await window.say(.announcement(announcement))
      }
    }
  }

  var banner: Banner {
    let (lock, window) = (lock, window)
    let states = lock.states
    return Banner(
      nodes: { _ in states.value.banner.map { node in node.map { lock.bound($0, in: window) } } },
      changes: [states.watched(at: window)])
  }
}

extension LockNeeds {
  init(_ port: LockPort) {
    self.init(
      isAvailable: port.isAvailable, device: port.biometrics,
      standing: { () throws(Problem) in try await port.standing() },
      load: { () throws(Problem) in try await port.load().map { KeptLock($0) } },
      keep: { kept throws(Problem) in try await port.keep(kept.bytes) }, turnOn: port.turnOn, turnOff: port.turnOff,
      change: port.change, enroll: port.enroll,
      open: { passcode throws(Problem) in try await port.open(.passcode(passcode)) },
      release: { secret throws(Problem) in try await port.open(.released(secret)) }, forgetSecret: port.forgetSecret,
      close: port.close,
      startOver: { window, signsIn throws(Problem) in
        try await port.startOver(window, signsIn ? Route(["account", "sign-in"]) : nil)
      })
  }
}
