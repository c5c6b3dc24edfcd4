import Foundation
import Kernel
import Sync
import SyncWire

@testable import Storage

/// A minimal queue and server, to drive planners by the thousand: what the disk and the server answer is chosen at
/// random.
struct Queue {
  struct Item {
    let op: UUID
    let entity: UUID
    var state = Change.State.waiting
    var attempts = 0
    var notBefore = Date.distantPast
    /// The server never accepts it: `isPoison` is refused with 4xx, `breaks` fails with 5xx.
    var isPoison = false
    var breaks = false
    var done = 0
  }

  var items: [Item] = []
  var device = UUID()
  var epoch: String?
  var isSweeping = false

  /// The first change of each entity, if it is due.
  func ready(at now: Date) -> [Int] {
    var seen: Set<UUID> = []
    return items.indices.filter { index in
      items[index].done == 0 && seen.insert(items[index].entity).inserted && items[index].state == .waiting
        && (items[index].notBefore <= now || items[index].notBefore > now.addingTimeInterval(OutboxRow.longestWait))
    }
  }

  var waitingFirsts: [Int] {
    var seen: Set<UUID> = []
    return items.indices.filter {
      items[$0].done == 0 && seen.insert(items[$0].entity).inserted && items[$0].state == .waiting
    }
  }

  var counts: QueueCounts {
    var counts = QueueCounts()
    for item in items where item.done == 0 {
      switch item.state {
      case .waiting: counts.waiting += 1
      case .claimed: counts.claimed += 1
      case .aside: counts.aside += 1
      case .conflict: counts.conflicts += 1
      }
    }
    return counts
  }

  func change(_ index: Int) -> Change {
    Change(
      op: items[index].op, collection: "notes", id: items[index].entity, kind: .insert, priority: .entered, base: nil,
      fields: [:], attempts: items[index].attempts, notBefore: items[index].notBefore, editedAt: .distantPast,
      state: items[index].state)
  }

  mutating func draw(_ limit: Int, at now: Date) -> Claim {
    let indices = isSweeping ? [] : Array(ready(at: now).prefix(limit))
    for index in indices { items[index].state = .claimed }
    return Claim(
      changes: indices.map(change), counts: counts,
      nextDue: indices.isEmpty ? waitingFirsts.map { items[$0].notBefore }.min() : nil, isHeld: isSweeping)
  }

  mutating func letGo() {
    for index in items.indices where items[index].state == .claimed { items[index].state = .waiting }
  }

  mutating func settle(_ rulings: [Planner.Ruled]) -> Settled {
    for ruled in rulings {
      guard let index = items.firstIndex(where: { $0.op == ruled.op }) else { continue }
      switch ruled.verdict {
      case .applied, .alreadyApplied: items[index].done += 1
      case .again(let until, let counts):
        items[index].state = .waiting
        items[index].notBefore = until
        if counts { items[index].attempts += 1 }
      case .aside(let reason, _): items[index].state = .aside(reason: reason)
      case .conflict: items[index].state = .conflict
      }
    }
    return Settled(counts: counts)
  }

  var heading: Heading { Heading(device: device, epoch: epoch, cursors: ["notes": nil]) }
}
