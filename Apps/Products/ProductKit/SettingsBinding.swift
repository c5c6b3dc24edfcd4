package import Interface
package import Kernel
package import Settings
package import Shell

/// Connects a person's settings to one window: its pages, its desk, and the effects of a change on the window.
package struct SettingsBinding: Sendable {
  package let settings: Settings
  package let desk: SettingsDesk.Name

  package init(_ settings: Settings, on window: FeatureContext) {
    self.settings = settings
    desk = window.identifiers.next()
  }

  package var pages: [Page] {
    let desk = desk
    return settings.states.value.plan.places.map { place in
      .of(settings, at: place, desk: desk.uuid, left: { _ in .at(desk, .dismiss) }) { $0.screen($1, in: $2, at: desk) }
    }
  }

  package var eventRoute: EventRoute {
    let (states, desk) = (settings.states, desk)
    return .from(settings, gone: { [weak settings] in await settings?.send(.close(desk)) }) { event, window in
      switch event {
      case .changed: await window.surroundings { states.value.dress(&$0) }
      case .told(let toast, at: desk): await window.toast(toast)
      case .told, .saved: break
      }
    }
  }
}

extension SettingsState {
  /// Applies the person's theme, text size, motion and mode to a window.
  package func dress(_ surroundings: inout Surroundings) {
    surroundings.scheme = self[Looks.scheme]
    surroundings.textSize = self[Looks.textSize]
    surroundings.motion = self[Looks.reduceMotion] ? .reduced : .full
    if let mode = plan.mode { surroundings.mode = self[mode] }
  }
}

extension PersonFeatures {
  /// Creates the features of a person with settings: every window gets their pages and applies them from its first
  /// frame on.
  package init(_ settings: Settings, composition: @escaping @Sendable (_ window: FeatureContext) -> WindowComposition) {
    self.init(begin: { await settings.send(.begin) }) { window in
      composition(window).with(SettingsBinding(settings, on: window), of: settings)
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
      known: known + [{ await states.wait { $0.reading.isOver } }], banner: banner, pages: pages + binding.pages)
  }
}
