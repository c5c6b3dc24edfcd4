import Days
import Kernel

@testable import TrainingPlan

/// Runners of every kind: with and without races, runs, pain and blocked days.
enum RandomRunner {
  static func next(_ random: inout Seeded) -> PlanRunner {
    func number(_ range: ClosedRange<Int>, _ random: inout Seeded) -> Int { Int.random(in: range, using: &random) }
    let today = CalendarDay(number: 20_000 + number(0...1000, &random))
    var days = Set<Int>()
    let count = number(2...7, &random)
    while days.count < count { days.insert(number(0...6, &random)) }
    let hasRun = number(0...4, &random) > 0
    let longest = hasRun ? number(5...320, &random) * 100 : 0
    let weekly = hasRun ? min(150_000, longest * number(25...140, &random) / 100 * number(1...5, &random)) : 0
    var blocked = Set<CalendarDay>()
    switch number(0...5, &random) {
    case 0:
      for _ in 0..<number(1...20, &random) { blocked.insert(today.following(number(0...200, &random))) }
    case 1:
      let start = number(0...120, &random)
      for day in start..<start + number(3...50, &random) { blocked.insert(today.following(day)) }
    default: break
    }
    let metres = [5000.0, 10_000, 15_000, RaceDistance.half, RaceDistance.marathon, 50_000][number(0...5, &random)]
    let goal: PlanRunner.RunningGoal =
      switch number(0...5, &random) {
      case 0: .comeback
      case 1: .open(weeks: number(4...24, &random))
      default: .race(metres: metres, on: today.following(number(0...170, &random)), seconds: nil)
      }
    let fitness = VDOT(Double(number(150...800, &random)) / 10)
    let raced = [3000.0, 5000, 10_000, RaceDistance.half][number(0...3, &random)]
    let race = number(0...2, &random) > 0 ? RaceResult(metres: raced, seconds: fitness.seconds(over: raced)) : nil
    return PlanRunner(
      today: today, experience: PlanRunner.Experience.allCases[number(0...3, &random)], weekly: weekly, days: days,
      blockedDays: blocked, longRunDay: days.sorted()[number(0...days.count - 1, &random)], longest: longest,
      longestDay: number(0...1, &random) == 0 ? nil : today.following(-number(1...30, &random)), race: race, goal: goal,
      pain: number(0...3, &random) == 0 ? number(1...9, &random) : 0)
  }
}
