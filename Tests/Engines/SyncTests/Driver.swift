import Foundation
import JSON
import Kernel
import Storage
import Sync
import SyncWire
import Testing

/// Drives one planner over a queue: performs every order and checks the planner's invariants.
struct Driver {
  enum Failing { case never, sometimes, always }

  var planner: Planner
  var queue = Queue()
  var random: Seeded
  var now = Date(timeIntervalSince1970: 1_700_000_000)
  var wake: Date?
  var notes: [Planner.Note] = []
  var pushes: [Push] = []
  var pulls = 0
  var abandoned = 0
  /// The epoch in the server's answers.
  var serverEpoch = "one"
  var network = Failing.never
  var server = Failing.never
  var disk = Failing.never
  var retryAfter: Double?
  var isSignedIn = true
  /// The request in flight: never more than one.
  var under: Planner.Order?
  private var waiting: [Planner.Order] = []
  var steps = 0

  init(seed: UInt64) {
    random = Seeded(seed)
    planner = Planner([SyncedKind("notes")], seed: seed)
  }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  mutating func tell(_ input: Planner.Input) {
    take(planner.receive(input, at: now))
  }

  mutating func take(_ orders: [Planner.Order]) {
    for order in orders {
      switch order {
      case .wake(let date): wake = date
      case .rest: wake = nil
      case .note(let note): notes.append(note)
      case .abandon:
        #expect(under != nil, "a request is abandoned while none is pending")
        under = nil
        abandoned += 1
      case .push(let push):
        #expect(under == nil, "two requests at once")
        #expect(!queue.isSweeping, "a push is sent before the last page of the server's new epoch")
        #expect(Set(push.entries.map(\.id)).count == push.entries.count, "a push has two changes of one entity")
        pushes.append(push)
        under = order
      case .pull:
        #expect(under == nil, "two requests at once")
        pulls += 1
        under = order
      case .look, .letGo, .draw, .settle, .take:
        #expect(waiting.isEmpty, "two disk operations at once")
        waiting.append(order)
      }
    }
  }

  mutating func isFailing(_ what: Failing) -> Bool {
    switch what {
    case .never: false
    case .always: true
    case .sometimes: chance(0.3)
    }
  }

  /// Performs one order without advancing the time. False when there was nothing to do.
  mutating func step() -> Bool {
    steps += 1
    if let order = waiting.popLast() {
      guard !isFailing(disk) else {
        tell(.failed(Problem("disk-full", "Full.", remedy: "Wait.")))
        return true
      }
      switch order {
      case .look: tell(.looked(queue.heading))
      case .letGo:
        queue.letGo()
        tell(.looked(queue.heading))
      case .draw(let limit, _): tell(.drawn(queue.draw(limit, at: now)))
      case .settle(let rulings, let epoch, _):
        if queue.epoch == nil { queue.epoch = epoch }
        tell(.settled(queue.settle(rulings)))
      case .take(let page):
        if let known = queue.epoch, known != page.epoch { queue.isSweeping = true }
        queue.epoch = page.epoch
        if page.isLast { queue.isSweeping = false }
        tell(.took(Taken()))
      default: break
      }
      return true
    }
    guard let order = under else { return false }
    under = nil
    switch order {
    case .push(let push): tell(.pushed(Answered(answer(push))))
    case .pull: tell(.pulled(Answered(pulled())))
    default: break
    }
    return true
  }

  private mutating func failure() -> SyncFailure? {
    guard isSignedIn else { return .unauthorized }
    if isFailing(network) { return .unreachable }
    if isFailing(server) { return .later(after: retryAfter) }
    return nil
  }

  private mutating func answer(_ push: Push) -> Result<PushAnswer, SyncFailure> {
    if let failure = failure() { return .failure(failure) }
    guard push.epoch == nil || push.epoch == serverEpoch else {
      return .success(PushAnswer(epoch: serverEpoch, results: []))
    }
    let indices = push.entries.map { entry in queue.items.firstIndex { $0.op == entry.op } }
    if indices.contains(where: { $0.map { queue.items[$0].breaks } ?? false }) { return .failure(.later(after: nil)) }
    return .success(
      PushAnswer(
        epoch: serverEpoch,
        results: zip(push.entries, indices).map { entry, index in
          let isPoison = index.map { queue.items[$0].isPoison } ?? false
          return PushAnswer.Result(
            op: entry.op, outcome: isPoison ? .refused(code: "23514", reason: "It cannot be.") : .applied(rev: "1"))
        }))
  }

  private mutating func pulled() -> Result<PullAnswer, SyncFailure> {
    if let failure = failure() { return .failure(failure) }
    return .success(
      PullAnswer(epoch: serverEpoch, changes: [], cursors: ["notes": "1"], more: chance(0.2), resync: []))
  }

  /// Steps until there is nothing to do now.
  mutating func run(atMost most: Int = 2000) {
    var left = most
    while step() {
      left -= 1
      guard left > 0 else {
        Issue.record("the planner does not rest after \(most) steps")
        return
      }
    }
  }

  /// Advances to the next alarm, so many times or until `isDone`.
  mutating func runOn(alarms: Int, until isDone: (Driver) -> Bool = { _ in false }) {
    run()
    for _ in 0..<alarms {
      guard !isDone(self), let wake else { return }
      now = max(now, wake)
      self.wake = nil
      tell(.woke)
      run()
    }
  }

  mutating func enter(_ count: Int, entities: Int? = nil, _ change: (inout Queue.Item, Int) -> Void = { _, _ in }) {
    let known = (0..<(entities ?? count)).map { _ in UUID() }
    for index in 0..<count {
      var item = Queue.Item(op: UUID(), entity: known[index % known.count])
      change(&item, index)
      queue.items.append(item)
    }
  }
}
