internal import ConnectedApps
internal import Interface
internal import Kernel
internal import Navigation
internal import Offline
internal import ProductKit
internal import Progress
internal import Shell

/// The badges of yHealth's tabs: how many insights the person has not seen, and a mark where something waits for them. They
/// are counted once for a person, and not by every window.
struct TabBadges: Sendable {
  private let unread: Current<Int>
  private let asking: Current<[String]>
  private let unsent: Current<Int>

  init(_ progress: Progress, _ devices: ConnectedApps, _ offline: Offline) {
    unread = progress.states.part { $0.unread }
    asking = devices.states.part { TabBadges.asking($0) }
    unsent = offline.states.part { $0.unsettled }
  }

  var routes: [EventRoute] {
    [
      .badge("insights", counting: unread, one: "new insight", many: "new insights"), profile(asking),
      profile(unsent),
    ]
  }

  /// Follows one of the two sources of the mark on the profile; the mark is made of both.
  private func profile<Part: Sendable>(_ source: Current<Part>) -> EventRoute {
    let (heard, asking, unsent) = (source.listen(), asking, unsent)
    return EventRoute { window in
      for await _ in heard {
        let waiting = asking.value + TabBadges.words(unsent.value)
        await window()?.badge("profile", waiting.isEmpty ? nil : .mark(waiting.joined(separator: ", ")))
      }
    }
  }

  private static func asking(_ devices: ConnectedAppsState) -> [String] {
    devices.connected.filter { $0.phase == .attention }.compactMap { account in
      devices.app(account.app).map { "\($0.name) asks for your consent again" }
    }
  }

  private static func words(_ unsent: Int) -> [String] {
    unsent == 0 ? [] : [unsent == 1 ? "1 entry was not sent" : "\(unsent) entries were not sent"]
  }
}
