internal import Kernel
internal import SandboxStore
internal import Shell
internal import StoreTransactions

extension StorePort {
  /// The sandbox store as a port. Like a real one it cannot be reached without a network.
  static func sandbox(_ store: SandboxStore, _ network: Network) -> StorePort {
    let reach = { @Sendable () throws(Problem) in
      if network.states.value.isUp == false { throw .storeUnreachable }
    }
    let states = store.states
    var port = StorePort(
      // Roots are pinned in an app, so that they need no network.
      roots: { () throws(Problem) in try await store.roots() },
      prices: { () throws(Problem) in
        try reach()
        return Dictionary(states.value.items.map { ($0.id, $0.price) }, uniquingKeysWith: { first, _ in first })
      },
      buy: { order throws(Problem) in
        try reach()
        return await store.answer(to: order)
      },
      all: { () throws(Problem) in
        try reach()
        return try await store.all()
      },
      setRenewal: { original, renews throws(Problem) in
        try reach()
        await store.send(.setRenewal(original, renews))
      },
      news: { store.news() })
    port.families = FamilyPort(
      load: { () throws(Problem) in
        try reach()
        return try await store.family()
      },
      invite: { () throws(Problem) in
        try reach()
        return try await store.invite()
      },
      remove: { code throws(Problem) in
        try reach()
        try await store.remove(code)
      },
      join: { code, name throws(Problem) in
        try reach()
        try await store.join(code, name)
      },
      leave: { () throws(Problem) in
        try reach()
        try await store.leave()
      })
    return port
  }
}

extension SandboxStore {
  /// Shows the order at its window and returns the answer, or that it was cancelled when nobody waits any more.
  fileprivate func answer(to order: StoreOrder) async -> StoreAnswer {
    // Subscribed before the order is sent, so that no answer is missed.
    let ears = events.listen()
    send(.ordered(order))
    let heard = await Receipt.aside { () -> Heard<SandboxEvent>? in
      for await heard in ears {
        if case .said(.answered(order.id, _)) = heard.news { return heard }
      }
      return nil
    }
    if case .said(.answered(_, let answer))? = heard?.news { return answer }
    send(.abandoned(order.id))
    return .cancelled
  }

  /// The store's reports, with the receipts of the events, so that settling waits for what they lead to.
  nonisolated fileprivate func news() -> AsyncStream<Heard<Bool>> {
    let ears = events.listen()
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Bool>.self, bufferingPolicy: .bufferingNewest(4))
    let following = Task {
      for await heard in ears {
        switch heard.news {
        case .said(.news), .missed: continuation.yield(heard.map({ _ in true }, missed: { _ in true }))
        case .said: break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }
}
