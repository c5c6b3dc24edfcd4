import Days
import FoundationEssentials
import HealthProviders
import Kernel
import Measures
import Samples
import ShellTesting
import Testing

@testable import YHealth

@Suite("Days from a device's account") struct DeliveredDaysTests {
  private let zone = TimeZone(named: "Europe/Rome") ?? .gmt
  private let day = CalendarDay(number: 20_500)

  private func at(_ hour: Double, after days: Int = 0) throws -> Date {
    try #require(day.following(days).start(in: zone)).addingTimeInterval(hour * 3600)
  }

  private func origin(_ record: String, _ device: String? = nil) -> Origin {
    Origin("oura", record: record, device: device)
  }

  private func amounts(_ samples: [Sample], from first: CalendarDay? = nil) -> [Measure: Double] {
    let days = DeliveredDays(samples, from: first ?? day, in: zone)
    return Dictionary(
      days.figures.filter { $0.day == day }.map { ($0.measure, $0.amount) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("steps of a day are summed, one handed out twice counts once, and the device that saw most decides")
  func sums() throws {
    let samples = [
      Sample(.steps, from: try at(8), to: try at(9), amount: 1000, origin: origin("1", "Watch")),
      Sample(.steps, from: try at(9), to: try at(10), amount: 500, origin: origin("2", "Watch")),
      Sample(.steps, from: try at(9), to: try at(10), amount: 500, origin: origin("2", "Watch")),
      Sample(.steps, from: try at(8), to: try at(20), amount: 1200, origin: origin("3", "Phone")),
    ]
    #expect(amounts(samples) == [.steps: 1500])
  }

  @Test("a night belongs to the day on which it ended, with its stages and its bedtime in the person's zone")
  func night() throws {
    let start = try at(-1)
    func stage(_ depth: NightStage.Depth, _ from: Double, _ to: Double) -> NightStage {
      NightStage(depth, from: start.addingTimeInterval(from * 60), to: start.addingTimeInterval(to * 60))
    }
    let night = Sample(
      sleep: [stage(.light, 0, 200), stage(.deep, 200, 290), stage(.awake, 290, 300), stage(.rem, 300, 400)],
      from: start,
      to: start.addingTimeInterval(400 * 60), origin: origin("1"))
    let found = amounts([night])
    #expect(found[.sleepMinutes] == 390 && found[.deepMinutes] == 90 && found[.remMinutes] == 100)
    #expect(found[.awakeMinutes] == 10 && found[.awakenings] == 1 && found[.bedtime] == 660)
  }

  @Test("what lies before the first whole day, and kinds without a figure, are left out")
  func bounds() throws {
    let samples = [
      Sample(.steps, from: try at(10, after: -1), to: try at(11, after: -1), amount: 700, origin: origin("1")),
      Sample(.heartRate, from: try at(10), amount: 80, origin: origin("2")),
      Sample(.weight, from: try at(8), amount: 70, origin: origin("3")),
      Sample(.weight, from: try at(20), amount: 71, origin: origin("4")),
    ]
    #expect(DeliveredDays(samples, from: day, in: zone).figures.map(\.measure) == [.weight])
    #expect(amounts(samples) == [.weight: 71])
  }

  @Test("the first delivery reads a month, a later one from two days before the last")
  func reading() throws {
    let provider = try #require(ProviderCatalogue.builtIn["oura"])
    let now = Moment(try at(12), in: zone)
    #expect(DeliveryReading(provider: provider, since: nil, now: now).first == day.following(-29))
    #expect(DeliveryReading(provider: provider, since: try at(9, after: -1), now: now).first == day.following(-3))
    #expect(DeliveryReading(provider: provider, since: .distantPast, now: now).first == day.following(-29))
  }

  @Test("pages that never end, and samples that cannot be, end a delivery within its bounds")
  func rubbish() async throws {
    let provider = try #require(ProviderCatalogue.builtIn["oura"])
    let now = Moment(try at(12), in: zone)
    let asked = Locked(0)
    let start = try at(8)
    let port = HealthPort(
      read: { kind, _, _ throws(Problem) in
        asked.withLock { $0 += 1 }
        return SamplePage(
          [Sample(kind, from: start, amount: .infinity, origin: Origin("oura", record: "1"))], next: "again")
      }, write: { _ throws(Problem) in [] }, delete: { _, _ throws(Problem) in })
    let samples = try await DeliveryReading(provider: provider, since: nil, now: now).samples(from: port)
    #expect(samples.isEmpty)
    let kinds = DeliveryReading.kinds.count(where: provider.reads)
    #expect(asked.withLock { $0 } == kinds * DeliveryReading.mostPages)
  }
}
