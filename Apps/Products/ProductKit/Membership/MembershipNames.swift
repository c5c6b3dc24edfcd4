internal import Identity
package import Kernel
internal import Platform
internal import Shell
internal import Supabase

extension Member {
  /// Reports the name that a provider told of the person: nil without an account, then the name once the server has been
  /// asked. A longer name is none. A server that cannot be reached is asked again when the network is back.
  package func names(atMost longest: Int) -> AsyncStream<Heard<String?>> {
    let (states, membership, ups) = (identity.states, membership, network.ups)
    return .relaying(keeping: .bufferingNewest(1)) { tell in
      let (standings, ups) = (states.listen(), ups.listen())
      let known = Locked<UUID?>(nil)
      let ask: @Sendable () async -> Void = {
        guard case .signedIn(let account) = states.value.standing else {
          let wasKnown = known.withLock { known in
            defer { known = nil }
            return known != nil
          }
          if wasKnown { tell(Heard(nil)) }
          return
        }
        guard known.withLock({ $0 }) != account.id, let details = try? await membership.session().details(),
          details.user == account.id
        else { return }
        known.withLock { $0 = account.id }
        tell(Heard(details.name.flatMap { $0.count <= longest ? $0 : nil }))
      }
      await withTaskGroup { group in
        group.addTask {
          var before: Standing?
          for await state in standings where state.standing != before {
            before = state.standing
            await ask()
          }
        }
        group.addTask { await ups.hear { news in if case .said(true) = news { await ask() } } }
      }
    }
  }
}
