import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Sync

@testable import Offline

/// A device with a real store, a scripted server, and a manual clock and network.
struct Journey {
  let time = ManualTime(Sample.now)
  let context: FeatureContext
  let store: Store
  let server: ScriptedServer
  let network = Broadcast<Bool>.Source()
  let offline: Offline
  let moods: Storage.Collection<Mood>
  let meals: Storage.Collection<Meal>
  let steps: Storage.Collection<Steps>
  let window = WindowID(Sample.identifier(1))
  /// Number of requests to the platform to keep running that are active now.
  let staying: Current<Int>
  private let recorder: EventRecorder<OfflineEvent>
  private let clearings = Locked(0)

  init(isUp: Bool? = nil) async throws {
    let context = FeatureContext(time: time.time, identifiers: .seeded(3, time.time))
    let store = try await Store.memory(context)
    let server = ScriptedServer(time.time)
    moods = try await store.collection(Mood.self, .owned(.entered))
    meals = try await store.collection(Meal.self, .owned(.entered))
    steps = try await store.collection(Steps.self, .owned(.analytics))
    let (network, clearings) = (network, clearings)
    var needs = OfflineNeeds(
      store, Sample.kinds,
      clear: { () throws(Problem) in
        clearings.withLock { $0 += 1 }
        try await store.clearCached()
      },
      tidy: { () throws(Problem) in _ = try await store.tidy() },
      push: { await server.push($0) }, pull: { await server.pull($0) }, network: { network.broadcast.listen() })
    let stays = Current.Source(0)
    staying = stays.current
    let count = Locked(0)
    needs.background = { body in
      stays.publish(
        count.withLock { count in
          count += 1
          return count
        })
      await body()
      stays.publish(
        count.withLock { count in
          count -= 1
          return count
        })
    }
    needs.hints = { _ in server.hints.broadcast.listen() }
    offline = Offline(
      OfflineState(Sample.kinds, words: Sample.words, storage: Sample.storage, seed: 5), on: context, needs: needs)
    recorder = EventRecorder(offline.events)
    (self.context, self.store, self.server) = (context, store, server)
    await offline.send(.begin)
    await offline.send(.session(Sample.owner))
    if let isUp { await say(isUp) }
    await settled()
  }

  var state: OfflineState { offline.states.value }
  var events: [OfflineEvent] { recorder.events }
  var toasts: [String] { events.compactMap { if case .toast(let toast) = $0 { toast.text } else { nil } } }
  var cleared: Int { clearings.withLock { $0 } }

  var stays: Int { staying.value }

  func settled() async { await context.settling.settled() }

  /// Reports the state of the machine's network.
  func say(_ isUp: Bool) async {
    network.say(isUp, settling: context.settling)
    await settled()
  }

  /// Settling does not wait for the server, so this waits for the resulting state.
  func until(_ condition: (OfflineState) -> Bool) async {
    for await state in offline.states.listen() where condition(state) { break }
    await settled()
  }

  /// Waits until nothing is under way.
  func rest() async { await until { !$0.planner.isUnderWay } }

  func advance(_ seconds: Int) async { await time.advance(by: .seconds(seconds), settling: context.settling) }

  func `do`(_ action: OfflineWindowAction) async {
    await offline.send(action, from: window)
    await settled()
  }

  func mood(_ score: Int, _ note: String = "", id: ID<Mood>? = nil) -> Mood {
    Mood(id: id ?? context.identifiers.next(), at: time.now.date, score: score, note: note)
  }

  func nodes(_ route: String) -> [Node<OfflineWindowAction>] {
    state.screen(Route(route) ?? Route([]), in: Surroundings(now: time.now), at: window).all
  }

  func press(_ label: String, at route: String) async {
    let node = nodes(route).last { $0.label == label && $0.offer(.activate) != nil }
    guard let action = node?.offer(.activate)?.action(.none) else { return }
    await self.do(action)
  }
}
