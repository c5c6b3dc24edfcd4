internal import Connectivity
package import Kernel
package import Offline

extension Offline {
  /// Syncs if possible whenever a feature says that event, as a refreshed screen does. It subscribes at once.
  package nonisolated func syncing<Event: Equatable>(
    with events: Broadcast<Event>, on request: Event
  ) -> @Sendable () async -> Void {
    let news = events.listen()
    return {
      await news.hear { news in
        guard case .said(request) = news else { return }
        let state = self.states.value
        if state.hasAccount, state.line.connectivity.reachesServer { await self.send(.syncNow) }
      }
    }
  }
}
