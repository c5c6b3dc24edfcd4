internal import Connections
internal import Identity
internal import Kernel
internal import Peers
internal import Platform
internal import ProductKit

/// The person whose rows the features of two people show: that of the account, or the demonstration person.
struct PairPerson: Sendable {
  private let identity: Current<IdentityState>
  /// Whether the demonstration person is shown.
  let demonstrated: Current<Bool>

  init(_ member: Member, demonstrated: Current<Bool>) {
    identity = member.identity.states
    self.demonstrated = demonstrated
  }

  /// Whether the rows are those of the demonstration person.
  var isDemonstrated: Bool { demonstrated.value && identity.value.standing.account == nil }

  /// Tells the person now and at each change. It subscribes at once.
  func telling(_ tell: @escaping @Sendable (UUID?) async -> Void) -> @Sendable () async -> Void {
    let (standings, shown) = (identity.listen(), demonstrated.listen())
    let (identity, demonstrated) = (identity, demonstrated)
    let look = { @Sendable () async in
      let standing = identity.value.standing
      if let account = standing.account?.id {
        await tell(account)
      } else if demonstrated.value {
        await tell(DemonstrationPair.person)
      } else if standing != .unknown {
        await tell(nil)
      }
    }
    return {
      await withTaskGroup { group in
        group.addTask { for await _ in standings { await look() } }
        group.addTask { for await _ in shown { await look() } }
      }
    }
  }
}

extension Connections {
  /// Tells another feature the people of all connections, once they are read and at each change. It subscribes at once.
  nonisolated func telling(_ tell: @escaping @Sendable ([Correspondent]) async -> Void) -> @Sendable () async -> Void {
    let people = states.listen()
    return {
      var before: [Correspondent]?
      for await state in people where state.reading == .done && state.correspondents != before {
        before = state.correspondents
        await tell(state.correspondents)
      }
    }
  }
}
