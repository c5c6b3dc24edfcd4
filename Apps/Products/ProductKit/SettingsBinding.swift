package import Interface
package import JSON
package import Kernel
package import Privacy
package import Settings
package import Shell

/// Connects a person's settings to one window: its pages, and the effects of a change on the window.
package struct SettingsBinding: Sendable {
  package let settings: Settings
  package let window: WindowID

  package init(_ settings: Settings, in window: WindowID) {
    self.settings = settings
    self.window = window
  }

  package var pages: [Page] {
    Page.all(of: settings, at: settings.states.value.plan.places, in: window, left: { _ in .dismiss }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  package var eventRoute: EventRoute {
    let states = settings.states
    return .from(settings, in: window) { event, window in
      switch event {
      case .changed(let key): await window.surroundings { states.value.dress(&$0, changed: key) }
      case .told(let toast): await window.toast(toast)
      case .saved: break
      }
    }
  }
}

extension SettingsState {
  /// Applies the person's theme, text size, motion, mode and accessibility preferences to a window. With a key, applies
  /// that setting only, so that what a front end asked of its window for another one stays.
  package func dress(_ surroundings: inout Surroundings, changed key: String? = nil) {
    func apply<Value>(_ setting: Setting<Value>, _ body: (Value) -> Void) {
      if key == nil || key == setting.key { body(self[setting]) }
    }
    apply(Looks.scheme) { surroundings.scheme = $0 }
    apply(Looks.textSize) { surroundings.textSize = $0 }
    apply(Looks.reduceMotion) { surroundings.motion = $0 ? .reduced : .full }
    apply(AccessibilitySettings.contrast) { surroundings.contrast = $0 }
    apply(AccessibilitySettings.haptics) { surroundings.feedback.haptics = $0 }
    apply(AccessibilitySettings.sounds) { surroundings.feedback.sounds = $0 }
    apply(AccessibilitySettings.captions) { surroundings.feedback.captions = $0 }
    apply(AccessibilitySettings.timeLimits) { surroundings.timeLimits = $0 }
    apply(AccessibilitySettings.switches) { surroundings.steering.switches = $0 }
    apply(AccessibilitySettings.switchKeys) { surroundings.steering.keys = $0 }
    apply(AccessibilitySettings.switchStop) { surroundings.steering.stop = $0 }
    apply(AccessibilitySettings.voiceControl) { surroundings.steering.voice = $0 }
    if let mode = plan.mode { apply(mode) { surroundings.mode = $0 } }
  }
}

extension PersonFeatures {
  /// Creates the features of a person with settings: every window gets their pages and applies them from its first
  /// frame on.
  package init(_ settings: Settings, composition: @escaping @Sendable (_ window: WindowContext) -> WindowComposition) {
    self.init(begin: { await settings.send(.begin) }) { window in
      composition(window).with(SettingsBinding(settings, in: window.id), of: settings)
    }
  }

  /// Creates the features of a person with settings and their data on this device, in a product that syncs nothing. What is
  /// sold needs no account either; with one, `account`, it holds on other devices too.
  package init(
    _ settings: Settings, in environment: PersonEnvironment, purchases: PersonPurchases? = nil,
    account: AccountAlone? = nil, excerpt: PrivacyExcerpt? = nil, begin: @escaping @Sendable () async -> Void = {},
    going: @escaping @Sendable () async -> Void = {},
    sync: (@Sendable (SyncAsk, Duration?) async throws(Problem) -> JSON)? = nil,
    arrival: (@Sendable () async -> Route?)? = nil,
    composition: @escaping @Sendable (_ window: WindowContext) -> WindowComposition
  ) {
    let privacy = Privacy(in: environment, settings, excerpt: excerpt)
    var ending: (@Sendable () async -> Void)?
    if let account { ending = { await account.membership.close() } }
    self.init(
      begin: {
        await settings.send(.begin)
        await purchases?.begin()
        await account?.begin()
        await begin()
        await privacy.send(.begin)
      },
      going: { [rules = privacy.following(settings), accounted = account?.going(purchases)] in
        await withTaskGroup { group in
          group.addTask { await rules() }
          group.addTask { await accounted?() }
          group.addTask { await going() }
        }
      }, connectivity: nil, sync: sync, ending: ending,
      arrival: arrival
    ) { window in
      let composition = composition(window).with(SettingsBinding(settings, in: window.id), of: settings)
        .with(purchases, in: window.id)
      let data = PrivacyBinding(privacy, in: window.id)
      let whole = WindowComposition(
        eventRoutes: composition.eventRoutes + [data.eventRoute], surroundings: composition.surroundings,
        known: composition.known, banner: composition.banner, pages: composition.pages + data.pages,
        browsing: composition.browsing)
      return account?.added(to: whole, in: window.id) ?? whole
    }
  }
}

extension WindowComposition {
  package func with(_ binding: SettingsBinding, of settings: Settings) -> WindowComposition {
    let (states, surroundings) = (settings.states, surroundings)
    return WindowComposition(
      eventRoutes: eventRoutes + [binding.eventRoute],
      surroundings: {
        surroundings(&$0)
        states.value.dress(&$0)
      },
      known: known + [{ await states.wait { $0.reading.isOver } }], banner: banner, pages: pages + binding.pages,
      browsing: browsing)
  }
}
