import Covers
import Foundation
import Kernel
import Storage
import Sync
import SyncWire
import Testing

@Suite("The planner's orders")
struct PlannerTests {
  let owner = UUID()

  @Test("after any events it rests with a timer, no valid change is left, and none is settled twice")
  func anything() {
    for seed in 0..<400 as Range<UInt64> {
      var driver = Driver(seed: seed)
      driver.tell(.session(owner))
      for round in 0..<30 {
        switch Int.random(in: 0..<12, using: &driver.random) {
        case 0, 1:
          let poison = driver.chance(0.2)
          let breaks = driver.chance(0.1)
          driver.enter(Int.random(in: 1...6, using: &driver.random), entities: 3) { item, index in
            item.isPoison = poison && index == 0
            item.breaks = breaks && index == 1
          }
          driver.tell(.queued)
        case 2: driver.tell(.network(isUp: driver.chance(0.5)))
        case 3: driver.network = driver.chance(0.5) ? .sometimes : .never
        case 4: driver.server = driver.chance(0.5) ? .sometimes : .never
        case 5: driver.disk = driver.chance(0.3) ? .sometimes : .never
        case 6: driver.tell(.asked)
        case 7: driver.tell(.hinted)
        case 8:
          driver.isSignedIn = driver.chance(0.5)
          driver.tell(.session(driver.isSignedIn ? owner : nil))
        case 9: driver.serverEpoch = "life \(round)"
        case 10: driver.now.addTimeInterval(Double.random(in: -86_400...86_400, using: &driver.random))
        default: driver.tell(.hinting(driver.chance(0.5)))
        }
        for _ in 0..<Int.random(in: 0..<12, using: &driver.random) { _ = driver.step() }
      }
      (driver.network, driver.server, driver.disk) = (.never, .never, .never)
      (driver.isSignedIn, driver.retryAfter) = (true, nil)
      driver.tell(.session(owner))
      driver.tell(.network(isUp: true))
      driver.runOn(alarms: 400) { $0.queue.waitingFirsts.isEmpty && $0.queue.counts.claimed == 0 }
      #expect(driver.queue.waitingFirsts.isEmpty, "seed \(seed): valid changes are not sent")
      #expect(driver.queue.counts.claimed == 0, "seed \(seed): changes stay claimed")
      #expect(driver.wake != nil, "seed \(seed): the planner rests without a timer")
      for item in driver.queue.items {
        #expect(item.done <= 1, "seed \(seed): a change is settled twice")
        if case .aside = item.state, item.done == 0 { #expect(item.isPoison || item.breaks || item.attempts >= 2) }
      }
    }
  }

  @Test("changes of one entity are sent in the order in which they were entered", .covers("yh-S04.5.3-B10"))
  func order() {
    for seed in 0..<50 as Range<UInt64> {
      var driver = Driver(seed: seed)
      driver.enter(30, entities: 4)
      driver.network = .sometimes
      driver.tell(.session(owner))
      driver.runOn(alarms: 200) { $0.queue.counts.unsent == 0 }
      #expect(driver.queue.counts.unsent == 0)
      var firsts: [UUID: Int] = [:]
      for push in driver.pushes {
        for entry in push.entries {
          let place = driver.queue.items.firstIndex { $0.op == entry.op } ?? -1
          #expect(place >= firsts[entry.id] ?? -1, "a change is sent before an earlier one of its entity")
          firsts[entry.id] = place
        }
      }
    }
  }

  @Test(
    "changes that the server never accepts, or that break it, are set aside; all others are sent",
    .covers("yh-S04.5.3-E2"), arguments: [1, 2, 3, 8])
  func poison(_ bad: Int) {
    var driver = Driver(seed: 3)
    driver.enter(60) { item, index in
      item.breaks = index < bad
      item.isPoison = index >= bad && index < 2 * bad
    }
    driver.tell(.session(owner))
    driver.runOn(alarms: 600) { $0.queue.waitingFirsts.isEmpty }
    #expect(driver.queue.items.filter { $0.done == 1 }.count == 60 - 2 * bad)
    #expect(driver.queue.counts.aside == 2 * bad)
    let broken = driver.queue.items.prefix(bad)
    #expect(broken.allSatisfy { $0.attempts == 2 }, "an entry was not tried exactly twice")
  }

  @Test(
    "without an answer the waits grow, differ for each seed, and use up no try",
    .covers("yh-S04.5.3-L7"))
  func backoff() {
    var waits: [[Double]] = []
    for seed in 0..<20 as Range<UInt64> {
      var driver = Driver(seed: seed)
      driver.enter(3)
      driver.network = .always
      driver.tell(.session(owner))
      var own: [Double] = []
      for _ in 0..<14 {
        driver.run()
        guard let wake = driver.wake else { break }
        own.append(wake.timeIntervalSince(driver.now))
        driver.now = wake
        driver.tell(.woke)
      }
      waits.append(own)
      #expect(driver.queue.items.allSatisfy { $0.attempts == 0 })
      #expect(driver.notes.contains(.prolonged))
    }
    for own in waits {
      #expect(own.count == 14)
      #expect(own.allSatisfy { $0 > 0 && $0 <= 300 })
      #expect(own[0] <= 2 && own[12] >= 150)
    }
    #expect(Set(waits.map { $0[5] }).count == waits.count)
  }

  @Test("the server's retry time is honoured and uses up no try")
  func retryAfter() {
    var driver = Driver(seed: 1)
    driver.enter(1)
    (driver.server, driver.retryAfter) = (.always, 120)
    driver.tell(.session(owner))
    for _ in 0..<6 {
      driver.run()
      let wait = driver.wake?.timeIntervalSince(driver.now) ?? 0
      #expect(wait >= 120)
      driver.now = driver.wake ?? driver.now
      driver.tell(.woke)
    }
    #expect(driver.queue.items[0].attempts == 0)
    driver.server = .never
    driver.runOn(alarms: 5) { $0.queue.counts.unsent == 0 }
    #expect(driver.queue.counts.unsent == 0)
  }

  @Test("after a reconnect it begins within thirty seconds, at different times")
  func reconnection() {
    var waits: Set<Double> = []
    for seed in 0..<200 as Range<UInt64> {
      var driver = Driver(seed: seed)
      driver.tell(.session(owner))
      driver.runOn(alarms: 1)
      driver.tell(.network(isUp: false))
      driver.enter(2)
      driver.tell(.queued)
      driver.run()
      let before = driver.pushes.count
      #expect(driver.wake == nil && before == 0)
      driver.now.addTimeInterval(3600)
      let back = driver.now
      driver.tell(.network(isUp: true))
      driver.run()
      guard let wake = driver.wake else {
        Issue.record("no timer is set")
        continue
      }
      waits.insert(wake.timeIntervalSince(back))
      driver.now = wake
      driver.tell(.woke)
      driver.run()
      #expect(driver.pushes.count > before)
      #expect(driver.now.timeIntervalSince(back) < 30)
    }
    #expect(waits.count > 150, "the retries are not spread")
  }

  @Test("a network loss during a push pauses it, and it resumes with the same operations")
  func paused() {
    var driver = Driver(seed: 2)
    driver.enter(3)
    driver.tell(.session(owner))
    while driver.under == nil || driver.pushes.isEmpty { _ = driver.step() }
    driver.tell(.network(isUp: false))
    #expect(driver.abandoned == 1)
    #expect(driver.notes.contains(.paused))
    driver.run()
    #expect(driver.queue.counts.claimed == 0)
    driver.tell(.network(isUp: true))
    driver.runOn(alarms: 5) { $0.queue.counts.unsent == 0 }
    #expect(driver.queue.counts.unsent == 0)
    #expect(driver.pushes[0].entries[0].op == driver.pushes[1].entries[0].op)
  }

  @Test("a lost session stops it, and a new one resumes it")
  func session() {
    var driver = Driver(seed: 4)
    driver.enter(4)
    driver.isSignedIn = false
    driver.tell(.session(owner))
    driver.runOn(alarms: 5)
    #expect(driver.notes.filter { $0 == .sessionLost }.count == 1)
    #expect(driver.pushes.count <= 1 && driver.wake == nil && driver.planner.progress == nil)
    #expect(driver.queue.counts.waiting == 4)
    driver.isSignedIn = true
    driver.tell(.session(owner))
    driver.runOn(alarms: 3) { $0.queue.counts.unsent == 0 }
    #expect(driver.queue.counts.unsent == 0)
  }

  @Test("when another user signs in at any step, no change stays claimed")
  func exchanged() {
    for stop in 0..<12 {
      var driver = Driver(seed: 4)
      driver.enter(4)
      driver.tell(.session(owner))
      for _ in 0..<stop { _ = driver.step() }
      driver.tell(.session(UUID()))
      driver.runOn(alarms: 3) { $0.queue.counts.unsent == 0 }
      #expect(driver.queue.counts.unsent == 0, "after \(stop) steps")
    }
  }

  @Test("a disk failure at any order leaves no change claimed", arguments: 0..<24)
  func disk(_ stop: Int) {
    for often in 1...2 {
      var driver = Driver(seed: 4)
      driver.enter(4)
      driver.tell(.session(owner))
      for _ in 0..<stop { _ = driver.step() }
      driver.disk = .always
      var failures = 0
      while failures < often, driver.under != nil || driver.wake == nil || failures > 0 {
        let before = driver.notes.count
        if !driver.step() {
          guard let wake = driver.wake else { break }
          driver.now = wake
          driver.tell(.woke)
        }
        if driver.notes.count > before, case .diskFailed = driver.notes.last { failures += 1 }
        guard driver.steps < 200 else { break }
      }
      driver.disk = .never
      driver.runOn(alarms: 10) { $0.queue.counts.unsent == 0 }
      #expect(driver.queue.counts.unsent == 0)
    }
  }

  @Test("in a new server epoch nothing is sent before the last page, then every change is")
  func epoch() {
    for seed in 0..<50 as Range<UInt64> {
      var driver = Driver(seed: seed)
      driver.tell(.session(owner))
      driver.runOn(alarms: 1)
      driver.serverEpoch = "two"
      driver.enter(5)
      driver.network = .sometimes
      driver.tell(.queued)
      driver.runOn(alarms: 100) { $0.queue.counts.unsent == 0 }
      #expect(driver.queue.counts.unsent == 0)
      #expect(driver.queue.epoch == "two")
    }
  }

  @Test("a server with different epochs for pushes and pulls is not polled without a pause")
  func twoLives() {
    var driver = Driver(seed: 1)
    driver.tell(.session(owner))
    driver.runOn(alarms: 1)
    driver.enter(1)
    driver.tell(.queued)
    for _ in 0..<100 {
      let isPush = if case .push = driver.under { true } else { false }
      driver.serverEpoch = isPush ? "two" : "one"
      guard driver.step() else { break }
    }
    #expect(driver.pushes.count < 5)
    #expect((driver.wake ?? .distantPast) > driver.now)
  }

  @Test("continuous pushes do not prevent pulls")
  func asking() {
    var driver = Driver(seed: 1)
    driver.tell(.session(owner))
    driver.run()
    let before = driver.pulls
    for _ in 0..<20 {
      driver.now.addTimeInterval(30)
      driver.enter(1)
      driver.tell(.queued)
      driver.run()
      if let wake = driver.wake, wake <= driver.now {
        driver.tell(.woke)
        driver.run()
      }
    }
    #expect(driver.pulls - before >= 8)
  }

  @Test("a wake-up with nothing to do does not count as a sync")
  func woken() {
    var driver = Driver(seed: 1)
    driver.tell(.session(owner))
    driver.run()
    let synced = driver.planner.lastSynced
    #expect(synced == driver.now)
    driver.now.addTimeInterval(10)
    driver.tell(.woke)
    driver.run()
    #expect(driver.planner.lastSynced == synced)
  }

  @Test("a clock set back by a year does not delay a change by a year")
  func clock() {
    var driver = Driver(seed: 1)
    driver.enter(1)
    driver.network = .always
    driver.tell(.session(owner))
    driver.run()
    driver.network = .never
    driver.now.addTimeInterval(-365 * 86_400)
    driver.queue.items[0].notBefore = .distantPast
    driver.tell(.woke)
    driver.run()
    #expect((driver.wake ?? .distantFuture) <= driver.now.addingTimeInterval(300))
    driver.runOn(alarms: 2)
    #expect(driver.queue.counts.unsent == 0)
  }

  @Test("a requested sync begins at once, whatever it waits for, and reports its result")
  func asked() {
    var driver = Driver(seed: 1)
    driver.enter(3)
    driver.network = .always
    driver.tell(.session(owner))
    driver.runOn(alarms: 9)
    driver.network = .never
    driver.queue.letGo()
    for index in driver.queue.items.indices { driver.queue.items[index].notBefore = .distantPast }
    driver.tell(.asked)
    driver.run()
    #expect(driver.queue.counts.unsent == 0)
    guard case .finished(let report)? = driver.notes.last else {
      Issue.record("no report")
      return
    }
    #expect((report.sent, report.failed, report.wasAsked) == (3, 0, true))
  }
}
