internal import Connectivity
internal import Identity
internal import Kernel
internal import Offline

extension Member {
  /// Whether something of the person's can be sent now: signed in, the server within reach, and sending consented to.
  private var canSend: Bool {
    identity.states.value.standing.isSignedIn && offline.states.value.line.connectivity.reachesServer && maySend
  }

  /// Tells whether something of the person's can be sent, at first and whenever that may have changed. It subscribes at
  /// once.
  package func reaching(_ tell: @escaping @Sendable (_ canSend: Bool) async -> Void) -> @Sendable () async -> Void {
    let (standings, lines, decisions) = (identity.states.listen(), offline.states.listen(), decisions)
    return {
      await withTaskGroup { group in
        group.addTask { for await _ in decisions { await tell(canSend) } }
        group.addTask {
          var before: Bool?
          for await state in standings where state.standing.isSignedIn != before {
            before = state.standing.isSignedIn
            await tell(canSend)
          }
        }
        group.addTask {
          var before: Bool?
          for await state in lines where state.line.connectivity.reachesServer != before {
            before = state.line.connectivity.reachesServer
            await tell(canSend)
          }
        }
      }
    }
  }
}
