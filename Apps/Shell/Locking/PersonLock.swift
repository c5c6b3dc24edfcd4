package import Interface
package import Kernel
package import Permissions

/// A product's lock of one person: the screen that stands in front while the store is closed, and the pages that set it.
/// It is made once for each person, and stays when the store is closed.
package struct PersonLock: Sendable {
  /// The route of the lock screen.
  package static let route = Route(["locked"])

  /// Reads whether the lock is on. Every window calls it; only the first call has an effect.
  package let begin: @Sendable () async -> Void
  /// Locks if it is time to. Returns when the store is closed in that case.
  package let check: @Sendable () async -> Void
  /// Reports that a person did something at a window.
  package let touched: @Sendable () async -> Void
  /// Locks now. Returns when the store is closed; throws when the lock is off.
  package let lock: @Sendable () async throws(Problem) -> Void
  /// Begins anew without a passcode, after the profile's data were deleted.
  package let reset: @Sendable () async -> Void
  /// The lock screen, which a locked window shows for every route without a public page.
  package let page: @Sendable (WindowContext) -> Page
  /// The pages that open while the store is closed. They show what is part of the program, and nothing of the person.
  package let publicPages: [Page]
  package let lockedRoutes: @Sendable (WindowContext) -> [EventRoute]
  /// The pages, event routes and the warning of an unlocked window.
  package let open: @Sendable (WindowContext) -> LockParts

  package init(
    begin: @escaping @Sendable () async -> Void, check: @escaping @Sendable () async -> Void,
    touched: @escaping @Sendable () async -> Void, lock: @escaping @Sendable () async throws(Problem) -> Void,
    reset: @escaping @Sendable () async -> Void, page: @escaping @Sendable (WindowContext) -> Page,
    publicPages: [Page] = [], lockedRoutes: @escaping @Sendable (WindowContext) -> [EventRoute],
    open: @escaping @Sendable (WindowContext) -> LockParts
  ) {
    self.begin = begin
    self.check = check
    self.touched = touched
    self.lock = lock
    self.reset = reset
    self.page = page
    self.publicPages = publicPages
    self.lockedRoutes = lockedRoutes
    self.open = open
  }
}

/// Additions of a lock to an unlocked window.
package struct LockParts: Sendable {
  package let pages: [Page]
  package let eventRoutes: [EventRoute]
  package let banner: Banner

  package init(pages: [Page], eventRoutes: [EventRoute], banner: Banner) {
    self.pages = pages
    self.eventRoutes = eventRoutes
    self.banner = banner
  }
}

/// Operations of a product's lock on the store of its person.
package struct LockPort: Sendable {
  package let context: FeatureContext
  package let product: String
  /// False for a profile in memory, which ends with the program.
  package let isAvailable: Bool
  package let biometrics: BiometricPort?
  /// Small values that are readable while the store is closed; nil when there are none yet.
  package let load: @Sendable () async throws(Problem) -> [UInt8]?
  package let keep: @Sendable ([UInt8]) async throws(Problem) -> Void
  /// Whether the lock is on, and whether a secret of the device opens it.
  package let standing: @Sendable () async throws(Problem) -> (isOn: Bool, hasSecret: Bool)
  package let turnOn: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void
  package let turnOff: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void
  package let change: @Sendable (_ passcode: Redacted<String>, _ new: Redacted<String>) async throws(Problem) -> Void
  package let enroll: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Redacted<[UInt8]>
  package let forgetSecret: @Sendable () async throws(Problem) -> Void
  /// Covers every window, saves what is unsaved, then closes the store and wipes its key.
  package let close: @Sendable () async -> Void
  package let open: @Sendable (LockOpening) async throws(Problem) -> Void
  /// Deletes the store and begins an empty one, at that route in the window that asked.
  package let startOver: @Sendable (WindowID, Route?) async throws(Problem) -> Void
}

/// Key to a locked store.
package enum LockOpening: Sendable {
  case passcode(Redacted<String>)
  case released(Redacted<[UInt8]>)
}

extension WindowComposition {
  /// Adds the pages of the lock, and its warning above all other notices.
  func with(_ lock: LockParts) -> WindowComposition {
    WindowComposition(
      eventRoutes: eventRoutes + lock.eventRoutes, surroundings: surroundings, known: known,
      banner: banner.map { lock.banner.above($0) } ?? lock.banner, pages: pages + lock.pages, browsing: browsing)
  }
}

extension Problem {
  /// The answer to everything that asks for a person's data while their store is closed.
  package static let locked = Problem(
    "locked", "This profile is locked.", safe: "Nothing was changed.", remedy: "Unlock it first.")
}
