internal import ConnectedApps
internal import Interface
internal import Kernel
internal import Navigation
internal import Offline
internal import Progress
internal import Shell

/// The badges of yHealth's tabs: how many insights the person has not seen, and a mark where something waits for them.
struct TabBadges {
  private let features: YHealthFeatures

  init(_ features: YHealthFeatures) { self.features = features }

  var routes: [EventRoute] { [insights, profile(features.devices.states), profile(features.offline.states)] }

  private var insights: EventRoute {
    let states = features.progress.states.listen()
    return EventRoute { window in
      var before: Int?
      for await state in states where state.unread != before {
        let unread = state.unread
        before = unread
        let words = unread == 1 ? "new insight" : "new insights"
        await window()?.badge("insights", unread == 0 ? nil : .count(unread, words))
      }
    }
  }

  /// Follows one of the two sources of the mark on the profile; the mark is made of both.
  private func profile<State: Sendable>(_ source: Current<State>) -> EventRoute {
    let (heard, devices, offline) = (source.listen(), features.devices.states, features.offline.states)
    return EventRoute { window in
      var before: [String] = []
      for await _ in heard {
        let waiting = TabBadges.waiting(devices.value, offline.value)
        guard waiting != before else { continue }
        before = waiting
        await window()?.badge("profile", waiting.isEmpty ? nil : .mark(waiting.joined(separator: ", ")))
      }
    }
  }

  /// The things that only the person can settle: "Fitbit asks for your consent again", "1 entry was not sent".
  private static func waiting(_ devices: ConnectedAppsState, _ offline: OfflineState) -> [String] {
    let asking = devices.connected.filter { $0.phase == .attention }.compactMap { account in
      devices.app(account.app).map { "\($0.name) asks for your consent again" }
    }
    let unsent = offline.unsettled
    return asking + (unsent == 0 ? [] : [unsent == 1 ? "1 entry was not sent" : "\(unsent) entries were not sent"])
  }
}
