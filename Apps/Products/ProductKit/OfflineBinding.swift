internal import Interface
package import Kernel
package import Offline
package import Shell

/// Connects a person's sync to one window: its pages, its desk, its messages, and the banner above every screen.
package struct OfflineBinding: Sendable {
  package let offline: Offline
  package let desk: OfflineDesk.Name

  package init(_ offline: Offline, on window: FeatureContext) {
    self.offline = offline
    desk = window.identifiers.next()
  }

  package var pages: [Page] {
    let desk = desk
    return OfflineState.places.map { place in
      .of(
        offline, at: place, desk: desk.uuid, appeared: { .at(desk, .appeared($0)) }, left: { _ in .at(desk, .cancel) }
      ) {
        $0.screen($1, in: $2, at: desk)
      }
    }
  }

  package var eventRoute: EventRoute {
    let desk = desk
    return .from(offline, gone: { [weak offline] in await offline?.send(.close(desk)) }) { event, window in
      switch event {
      case .toast(let toast, let at) where at == nil || at == desk: await window.toast(toast)
      case .announced(let announcement): await window.say(.announcement(announcement))
      case .editAsked(let route, at: desk): await window.open(route)
      case .connectivity: await window.followNetwork()
      case .toast, .editAsked, .changed, .finished, .conflicts, .sessionLost: break
      }
    }
  }

  package var banner: Banner {
    let (offline, desk) = (offline, desk)
    let states = offline.states
    return Banner(
      nodes: { surroundings in
        states.value.banner(at: desk, in: surroundings).map { node in node.map { offline.bound($0) } }
      },
      changes: [states.watched(at: desk.uuid)], moved: { await offline.send(.at(desk, .moved)) })
  }
}
