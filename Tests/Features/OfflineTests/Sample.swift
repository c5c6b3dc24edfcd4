import Connectivity
import FoundationEssentials
import Interface
import JSON
import Kernel
import Sync
import SyncWire

@testable import Offline
@testable import Storage

struct Mood: Kept {
  static let collection = "moods"
  var id: ID<Mood>
  var at: Date
  var score: Int
  var note: String
  var when: Date { at }
}

struct Meal: Kept {
  static let collection = "meals"
  var id: ID<Meal>
  var at: Date
  var words: String
  var when: Date { at }
}

struct Steps: Kept {
  static let collection = "steps"
  var id: ID<Steps>
  var at: Date
  var when: Date { at }
}

/// Data that can be fetched or computed again.
struct Summary: Kept, Equatable {
  static let collection = "summaries"
  var id: ID<Summary>
  var at: Date
  var words: String
  var when: Date { at }
}

enum Sample {
  static let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
  static let owner = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
  static let words = OfflineWords([
    .init(
      "moods", one: "mood check-in", many: "mood check-ins", icon: .heart,
      fields: [.init("score", "Mood", .outOf(10)), .init("note", "Note"), .init("at", "When")],
      editing: Route(["log", "mood"])),
    .init(
      "meals", one: "meal", many: "meals", icon: .food,
      fields: [.init("words", "What it was"), .init("kcal", "Energy", .unit("kcal")), .init("at", "When")]),
  ])
  static let dashboard = Budget("dashboard", bytes: 50 << 20)
  static let conversations = Budget("conversations", bytes: 20 << 20)
  static let insights = Budget("insights", bytes: 10 << 20)
  static let storage = StoragePlan([
    .init("Dashboard", dashboard), .queue, .init("Conversations", conversations), .init("Insights", insights),
  ])
  static let kinds = [SyncedKind("moods"), SyncedKind("meals"), SyncedKind("steps")]

  static func identifier(_ number: Int) -> UUID {
    let (high, low) = (UInt8(number / 256 % 256), UInt8(number % 256))
    return UUID(uuid: (9, 9, 9, 9, 9, 9, 0x47, 9, 0x89, 9, 9, 9, 9, 9, high, low))
  }

  static func change(
    _ number: Int, _ collection: String = "moods", _ kind: Change.Kind = .insert, state: Change.State = .waiting,
    fields: Fields = ["score": .int(7), "note": .text("Good"), "id": .uuid(owner)], attempts: Int = 0,
    at seconds: Double = 0
  ) -> Change {
    Change(
      op: identifier(number), collection: collection, id: identifier(number + 1000), kind: kind, priority: .entered,
      base: nil, fields: fields, attempts: attempts, notBefore: .distantPast,
      editedAt: now.date.addingTimeInterval(seconds), state: state)
  }

  static func conflict(_ number: Int, mine: Fields?, theirs: Fields?, base: Fields? = nil) -> Conflict {
    Conflict(
      op: identifier(number), collection: "moods", id: identifier(number + 1000), at: now.date, mine: mine,
      theirs: theirs, base: base, changed: mine ?? [:], editedAt: now.date.addingTimeInterval(-600))
  }

  static func waiting(_ changes: [Change], _ conflicts: [Conflict] = []) -> Waiting {
    var waiting = Waiting()
    for change in changes {
      switch change.state {
      case .waiting: waiting.counts.waiting += 1
      case .claimed: waiting.counts.claimed += 1
      case .aside: waiting.counts.aside += 1
      case .conflict: break
      }
      waiting.kinds[change.collection, default: 0] += 1
      waiting.changes[change.op] = change
    }
    waiting.counts.conflicts = conflicts.count
    for conflict in conflicts { waiting.kinds[conflict.collection, default: 0] += 1 }
    waiting.pages = [0: Array(changes.prefix(Waiting.page))]
    waiting.conflicts = conflicts
    return waiting
  }
}

/// Drives the feature's state from one window, one action at a time.
struct Hand {
  let window = WindowID(Sample.identifier(1))
  var now = Sample.now
  var state = OfflineState(Sample.kinds, words: Sample.words, storage: Sample.storage, seed: 7)
  var steps: OfflineState.Steps = []
  /// Every event since it was last cleared, whether for all windows or for one.
  var said: [OfflineEvent] = []

  init() { send(.begin) }

  /// Signed in, with the network up, and idle.
  static func online() -> Hand {
    var hand = Hand()
    hand.send(.network(true))
    hand.send(.session(Sample.owner))
    var queue: [Change] = []
    hand.play(&queue)
    hand.said = []
    return hand
  }

  mutating func send(_ action: OfflineAction) { follow(state.receive(action, at: now)) }
  mutating func `do`(_ action: OfflineWindowAction) { self.do(action, from: window) }
  mutating func `do`(_ action: OfflineWindowAction, from window: WindowID) {
    follow(state.receive(action, from: window, at: now))
  }
  mutating func close(_ window: WindowID) { follow(state.close(window, at: now)) }

  private mutating func follow(_ steps: OfflineState.Steps) {
    self.steps = steps
    said += steps.compactMap { step in
      switch step {
      case .say(let event), .tell(let event, _): event
      case .run, .stop: nil
      }
    }
  }

  /// The events of the last action for this window only.
  var told: [OfflineEvent] {
    steps.compactMap { if case .tell(let event, window) = $0 { event } else { nil } }
  }
  var effects: [OfflineEffect] { steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } } }
  var toasts: [String] { said.compactMap { if case .toast(let toast) = $0 { toast.text } else { nil } } }
  var announced: [String] { said.compactMap { if case .announced(let words) = $0 { words.text } else { nil } } }
  /// Whether the disk is asked which changes may be sent.
  var draws: Bool { effects.contains { if case .disk(.draw) = $0 { true } else { false } } }
  var works: [Work] { effects.compactMap { if case .work(let work, _) = $0 { work } else { nil } } }

  var surroundings: Surroundings { Surroundings(now: now, connectivity: state.connectivity) }
  var banner: [Node<OfflineWindowAction>] { state.banner(at: window, in: surroundings) }

  func screen(_ route: String) -> Screen<OfflineWindowAction> {
    state.screen(Route(route) ?? Route([]), in: surroundings, at: window)
  }
  func nodes(_ route: String) -> [Node<OfflineWindowAction>] {
    let screen = screen(route)
    return screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])
  }
  func node(_ label: String, at route: String) -> Node<OfflineWindowAction>? {
    nodes(route).first { $0.label == label }
  }

  mutating func press(_ label: String, at route: String) {
    let node = nodes(route).last { $0.label == label && $0.offer(.activate) != nil }
    if let action = node?.offer(.activate)?.action(.none) { self.do(action) }
  }

  // MARK: Simulated disk and server

  /// Answers the disk and the server until no request is left. `end` decides the outcome of each change; completed
  /// changes are removed from the queue. `see` is called before every answer of the server.
  mutating func play(
    _ queue: inout [Change], end: (Change) -> PushAnswer.Outcome = { _ in .applied(rev: "1") },
    see: (inout Hand) -> Void = { _ in }
  ) {
    var asked = effects
    var conflicts: [Conflict] = []
    var rounds = 0
    while let effect = asked.first, rounds < 1000 {
      rounds += 1
      asked.removeFirst()
      guard let answer = answer(effect, &queue, &conflicts, end, see) else { continue }
      send(answer)
      asked += effects
    }
  }

  private mutating func answer(
    _ effect: OfflineEffect, _ queue: inout [Change], _ conflicts: inout [Conflict],
    _ end: (Change) -> PushAnswer.Outcome, _ see: (inout Hand) -> Void
  ) -> OfflineAction? {
    func counts() -> QueueCounts { Sample.waiting(queue, conflicts).counts }
    switch effect {
    case .disk(.look), .disk(.letGo):
      return .disk(.looked(Heading(device: Sample.identifier(2), epoch: "e", cursors: ["moods": nil])))
    case .disk(.draw(let limit, _)):
      let ready = queue.filter { $0.state == .waiting }.prefix(limit)
      return .disk(.drawn(Claim(changes: Array(ready), counts: counts(), nextDue: nil, isHeld: false)))
    case .push(let push):
      see(&self)
      let sent = push.entries.compactMap { entry in queue.first { $0.op == entry.op } }
      let results = sent.map { PushAnswer.Result(op: $0.op, outcome: end($0)) }
      return .pushed(TimedAnswer(Answered(.success(PushAnswer(epoch: "e", results: results))), in: 0.1))
    case .disk(.settle(let rulings, _, _)):
      var settled = Settled()
      for ruled in rulings {
        guard let index = queue.firstIndex(where: { $0.op == ruled.op }) else { continue }
        let change = queue[index]
        switch ruled.verdict {
        case .applied, .alreadyApplied: queue.remove(at: index)
        case .aside(let reason, _): queue[index] = Sample.again(change, .aside(reason: reason))
        case .conflict(let theirs, _):
          queue.remove(at: index)
          conflicts.append(
            Conflict(
              op: change.op, collection: change.collection, id: change.id, at: now.date, mine: change.fields,
              theirs: theirs, base: nil, changed: change.fields, editedAt: change.editedAt))
          settled.asked.append(change.op)
        case .again: break
        }
      }
      settled.counts = counts()
      return .disk(.settled(settled))
    case .pull:
      return .pulled(
        TimedAnswer(
          Answered(.success(PullAnswer(epoch: "e", changes: [], cursors: [:], more: false, resync: []))), in: 0.1))
    case .disk(.take): return .disk(.took(Taken()))
    case .look: return .looked(Sample.waiting(queue, conflicts))
    default: return nil
    }
  }
}

extension Sample {
  static func again(_ change: Change, _ state: Change.State) -> Change {
    Change(
      op: change.op, collection: change.collection, id: change.id, kind: change.kind, priority: change.priority,
      base: change.base, fields: change.fields, attempts: change.attempts, notBefore: change.notBefore,
      editedAt: change.editedAt, state: state)
  }
}
