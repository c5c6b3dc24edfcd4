import Covers
import Days
import Foundation
import HealthProviders
import Kernel
import Samples
import Testing

@testable import Carrying

@Suite("Plans of syncs") struct SyncPlanTests {
  let now = Date(timeIntervalSince1970: 1_795_331_730)

  @Test("Failures wait longer each time, and never longer than about six hours", .covers("sw-US-05-T3"))
  func backoff() throws {
    var failure: RunFailure?
    var waits: [Double] = []
    for _ in 0..<12 {
      let next = RunFailure(.providerUnreachable("Garmin"), after: failure, at: now, spread: 0.5)
      waits.append(try #require(next.retryAt).timeIntervalSince(now))
      failure = next
    }
    #expect(waits.prefix(4) == [60, 120, 240, 480])
    #expect(waits.last == 21_600 && failure?.count == 12 && failure?.needsPerson == false)
    let spread = [0.0, 1].map { RunFailure(.providerUnreachable("G"), after: nil, at: now, spread: $0).retryAt }
    #expect(spread == [now.addingTimeInterval(45), now.addingTimeInterval(75)])
  }

  @Test("A quota is waited for until it ends, and the account waits for the person")
  func quotas() {
    let later = now.addingTimeInterval(900)
    let failure = RunFailure(.providerBusy("Strava", until: later), after: nil, at: now, spread: 0)
    #expect(failure.retryAt.map { abs($0.timeIntervalSince(later)) <= 1 } == true)
    #expect(RunFailure(.reconnect("Strava"), after: nil, at: now, spread: 0).needsPerson)
    #expect(!RunFailure(.providerInactive("Strava", "No."), after: nil, at: now, spread: 0).needsPerson)
  }

  @Test("Each run reads a margin again, and once a day a week, for what arrives late")
  func lateArrivals() {
    let created = now.addingTimeInterval(-30 * 86_400)
    var plan = SyncPlan(id: ID(UUID()), [.steps], from: "garmin", to: "google-health", at: created)
    let today = CalendarDay(now, in: .gmt)
    plan.readUntil = now.addingTimeInterval(-3600)
    #expect(plan.days(at: now, in: .gmt) == today.following(-7)...today)
    plan.lookedBackAt = now.addingTimeInterval(-7200)
    #expect(plan.days(at: now, in: .gmt) == today.following(-1)...today)
    // After a week without a run nothing is missing.
    plan.readUntil = now.addingTimeInterval(-9 * 86_400)
    #expect(plan.days(at: now, in: .gmt).lowerBound == today.following(-10))
    // A clock that was set back.
    plan.readUntil = now.addingTimeInterval(400 * 86_400)
    #expect(plan.days(at: now, in: .gmt) == today.following(-1)...today)
  }

  @Test("A new sync begins with the last week; older days are the matter of the historical sync")
  func beginning() {
    let plan = SyncPlan(id: ID(UUID()), [.steps], from: "garmin", to: "google-health", at: now)
    let today = CalendarDay(now, in: .gmt)
    #expect(plan.days(at: now, in: .gmt) == today.following(-7)...today)
  }

  @Test("A day survives its storage, and a mark takes 28 bytes")
  func packing() throws {
    var day = CarriedDay(id: ID(UUID()), sync: ID(UUID()), from: "a", to: "b", .steps, on: CalendarDay(number: 20_000))
    var marks = MarkTable()
    for index in 0..<1440 {
      let sample = Sample(
        .steps, from: now.addingTimeInterval(Double(index) * 60), amount: 7, origin: Origin("a", record: "\(index)"))
      marks.put(SampleMark(sample), written: SampleMark(sample))
    }
    day.marks = marks
    let bytes = try JSONEncoder().encode(day)
    let read = try JSONDecoder().decode(CarriedDay.self, from: bytes)
    #expect(read == day && read.marks.count == 1440 && read.marks == marks)
    #expect(MarkTable.length == 28 && marks.packed.utf8.count == 1440 * 28 / 3 * 4)
    #expect(MarkTable(packed: "not base 64").isEmpty)
  }

  @Test("A key names the record alone, and a hash the measurement alone")
  func marks() {
    let sample = Sample(.weight, from: now, amount: 72.4, origin: Origin("garmin", record: "r1", device: "scale"))
    var moved = sample
    moved.origin = Origin("oura", record: "x")
    #expect(SampleMark(sample).hash == SampleMark(moved).hash && SampleMark(sample).key != SampleMark(moved).key)
    var heavier = sample
    heavier.amount = 73
    #expect(SampleMark(sample).key == SampleMark(heavier).key && SampleMark(sample).hash != SampleMark(heavier).hash)
    #expect(SampleMark.key(of: SampleMark(sample).text) == SampleMark(sample).key)
    for text in ["", "syncwell-", "syncwell-zz", "other-000000000000000000000000"] {
      #expect(SampleMark.key(of: text) == nil)
    }
  }
}
