import Days
import FoundationEssentials
import Health
import Kernel
import Measures
import Testing

@testable import YHealth

@Suite("The days of the demonstration person")
struct LivedDayTests {
  static let last = CalendarDay(year: 2026, month: 11, day: 22) ?? CalendarDay(number: 20_000)
  static let days = (0..<400).map { last.following(-$0) }

  @Test("are the same for the same seed, and differ for another")
  func deterministic() {
    let day = Self.last
    let (one, again, other) = (LivedDay(day, 20), LivedDay(day, 20), LivedDay(day, 21))
    #expect(one.mood == again.mood && one.steps == again.steps && one.night.minutes == again.night.minutes)
    #expect(one.mood != other.mood && one.steps != other.steps)
  }

  @Test("have plausible values", arguments: [UInt64(20), 21, 1_000_000_007])
  func plausible(seed: UInt64) {
    let lived = Self.days.map { LivedDay($0, seed) }
    for day in lived {
      #expect((210...610).contains(day.night.minutes) && (540...900).contains(day.night.bedtime))
      #expect(day.night.deep + day.night.rem < 0.7 * day.night.minutes)
      #expect((45...85).contains(day.restingHeartRate) && (12...90).contains(day.variability))
      #expect((300...40_000).contains(day.steps.reduce(0, +)) && day.steps.allSatisfy { $0 >= 0 })
      #expect((-2...13).contains(day.mood) && (-3...12).contains(day.energy) && (-2...12).contains(day.stress))
      if let training = day.training {
        #expect((20...120).contains(training.minutes) && (1...10).contains(training.effort))
      }
    }
    let minutes = lived.map(\.night.minutes)
    #expect((400...470).contains(minutes.reduce(0, +) / 400))
    let steps = lived.map { $0.steps.reduce(0, +) }
    #expect((6000...11_000).contains(steps.reduce(0, +) / 400))
    #expect(lived.count { $0.training != nil } > 100)
    #expect(lived.filter(\.time.isIll).count == 6 && lived.filter(\.time.isSilent).count == 10)
    #expect(lived.filter { $0.time.holiday != nil }.count == 14)
    // On ill days the heart rate is higher and the mood lower.
    let ill = lived.filter(\.time.isIll)
    let well = lived.filter { !$0.time.isIll }
    func mean(_ days: [LivedDay], _ of: (LivedDay) -> Double) -> Double {
      days.map(of).reduce(0, +) / Double(max(1, days.count))
    }
    #expect(mean(ill, \.restingHeartRate) > mean(well, \.restingHeartRate) + 5)
    #expect(mean(ill, \.mood) < mean(well, \.mood) - 1)
  }

  @Test("log nothing in the future, at any hour of the day")
  func noFuture() throws {
    let zone = try #require(TimeZone(named: "Europe/Berlin"))
    let midnight = try #require(Self.last.start(in: zone))
    for hour in stride(from: 0, through: 23, by: 3) {
      let moment = Moment(midnight.addingTimeInterval(Double(hour) * 3600 + 1), in: zone)
      for day in [Self.last.following(1), Self.last, Self.last.following(-1)] {
        let logged = LoggedDay(LivedDay(day, 20), to: moment)
        let instants =
          logged.moods.map(\.feltAt) + logged.meals.map(\.eatenAt) + logged.waters.map(\.drunkAt)
          + logged.energies.map(\.feltAt) + logged.workouts.map(\.startedAt) + logged.nights.map(\.wokeAt)
          + logged.weights.map(\.weighedAt) + logged.journal.map(\.writtenAt)
        #expect(instants.allSatisfy { $0 <= moment.date })
        if day > moment.day { #expect(instants.isEmpty && logged.devices.isEmpty && logged.ticks.isEmpty) }
      }
    }
  }

  @Test("have overlapping steps from two devices, whose union does not exceed the steps walked")
  func overlap() throws {
    let moment = Moment(try #require(Self.last.following(1).start(in: .gmt)))
    var seen = 0
    for day in Self.days {
      let logged = LoggedDay(LivedDay(day, 20), to: moment)
      func steps(_ source: String) -> Double? {
        logged.devices.first { $0.measure == .steps && $0.source == source }?.amount
      }
      guard let watch = steps(LoggedDay.watch), let phone = steps(LoggedDay.phone), let all = steps(LoggedDay.both)
      else { continue }
      seen += 1
      #expect(all >= max(watch, phone) && all <= watch + phone)
      #expect(all <= LivedDay(day, 20).steps.reduce(0, +) + 1)
    }
    #expect(seen > 300)
  }
}
