internal import Interface
internal import Kernel
internal import Settings

/// The person's settings as one window has them: its pages, its desk, and what a change does to the window at once.
struct SettingsSeat: Sendable {
  let settings: Settings
  let desk: SettingsDesk.Name

  init(_ settings: Settings, on window: Stage) {
    self.settings = settings
    desk = window.identifiers.next()
  }

  var pages: [Page] {
    let desk = desk
    return settings.states.value.plan.places.map { place in
      .of(settings, at: place, desk: desk.uuid, left: { _ in .at(desk, .dismiss) }) { $0.screen($1, in: $2, at: desk) }
    }
  }

  var wire: Wire {
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
  /// How a person wants a window to look, and how much of it they want to see.
  func dress(_ surroundings: inout Surroundings) {
    surroundings.scheme = self[Looks.scheme]
    surroundings.textSize = self[Looks.textSize]
    surroundings.motion = self[Looks.reduceMotion] ? .reduced : .full
    if let mode = plan.mode { surroundings.mode = self[mode] }
  }
}

extension Cast {
  /// A person with settings: every window gets their pages, and follows what is set from its first frame on.
  init(_ settings: Settings, company: @escaping @Sendable (_ window: Stage) -> Company) {
    self.init(begin: { await settings.send(.begin) }) { window in
      company(window).with(SettingsSeat(settings, on: window), of: settings)
    }
  }
}

extension Company {
  func with(_ seat: SettingsSeat, of settings: Settings) -> Company {
    let (states, surroundings) = (settings.states, surroundings)
    return Company(
      wires: wires + [seat.wire],
      surroundings: {
        surroundings(&$0)
        states.value.dress(&$0)
      },
      known: known + [{ await states.wait { $0.reading.isOver } }], banner: banner, pages: pages + seat.pages)
  }
}
