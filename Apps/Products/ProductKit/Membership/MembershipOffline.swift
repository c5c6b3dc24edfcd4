internal import Connectivity
internal import Kernel
internal import Offline
internal import Platform
internal import Shell
internal import Storage
internal import Supabase
internal import Sync

extension OfflineNeeds {
  /// Implements the needs of the sync. While `awaitsConsent` holds, records are fetched, and none is sent.
  init(
    _ environment: PersonEnvironment, _ membership: Membership, _ records: [SyncedRecord],
    awaitsConsent: @escaping @Sendable () -> Bool
  ) {
    let kinds = records.kinds
    let store = environment.store
    let network = environment.network
    var disk = Disk(
      store, kinds, clear: { () throws(Problem) in try await store.clearCached() },
      tidy: { () throws(Problem) in _ = try await store.tidy() })
    let perform = disk.perform
    disk.perform = { order in
      if case .look = order {
        do throws(Problem) {
          for record in records { try await record.open(store) }
        } catch {
          return .failed(error)
        }
      }
      if case .draw = order, awaitsConsent() {
        do throws(Problem) {
          return .drawn(.nothing(of: try await store.outbox.counts()))
        } catch {
          return .failed(error)
        }
      }
      return await perform(order)
    }
    self.init(
      disk: disk,
      push: { push in
        let (answer, seconds) = await membership.push(push)
        return TimedAnswer(answer, in: seconds)
      },
      pull: { pull in
        let (answer, seconds) = await membership.pull(pull)
        return TimedAnswer(answer, in: seconds)
      },
      hints: { owner in OfflineNeeds.hinted(for: owner, kinds.map(\.collection), membership, network) },
      network: { OfflineNeeds.ups(of: network) })
  }

  /// Returns whether there is a route, at each change; nothing while unknown.
  private static func ups(of network: Network) -> AsyncStream<Heard<Bool>> {
    // Subscribed before the first value is read, so that no change is missed.
    let changes = network.ups.listen()
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Bool>.self)
    // Told at once, so that nothing is decided on an unknown network.
    if let isUp = network.states.value.isUp { continuation.yield(Heard(isUp)) }
    let following = Task {
      for await heard in changes { continuation.yield(heard) }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }

  /// Returns the server's change notifications. While the network is switched off there is no subscription.
  private static func hinted(
    for owner: UUID, _ collections: [String], _ membership: Membership, _ network: Network
  ) -> AsyncStream<Heard<ServerNotice>> {
    .relaying(keeping: .bufferingNewest(64)) { report in
      let tell: @Sendable (ServerNotice) -> Void = { report(Heard($0)) }
      guard let connect = network.connect, let session = try? await membership.session() else { return }
      var listening: Task<Void, Never>?
      for await state in network.states.listen() {
        guard state.isUp != false, state.setting != .unreachable else {
          listening?.cancel()
          listening = nil
          tell(.gone)
          continue
        }
        guard listening == nil else { continue }
        listening = Task {
          for await hint in Hints(session, connect: connect).hints(for: owner, collections) {
            switch hint {
            case .ready: tell(.ready)
            case .changed: tell(.changed)
            case .gone: tell(.gone)
            }
          }
        }
      }
      listening?.cancel()
    }
  }
}
