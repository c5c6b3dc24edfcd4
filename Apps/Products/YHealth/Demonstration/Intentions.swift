internal import Days
internal import Kernel
internal import Measures
internal import Progress
internal import Storage

/// Goals of the demonstration person. They started a while ago, so that there is progress to show, and are not reached
/// within the next days, so that no record has to be saved again.
enum Intentions {
  static func goals(_ seed: UInt64, seenOn day: CalendarDay) -> [Goal] {
    [
      goal(0, seed, .steps, 9000, "steps a day", from: day.following(-20)),
      goal(1, seed, .sleepMinutes, 450, "min a day", from: day.following(-12), to: day.following(17)),
      goal(2, seed, .water, 1500, "ml a day", from: day.following(-8), to: day.following(33)),
    ]
  }

  static let count = 3

  static func id(_ seed: UInt64, _ number: Int) -> ID<Goal> { ID(named: "demonstration \(seed) goal \(number)") }

  private static func goal(
    _ number: Int, _ seed: UInt64, _ measure: Measure, _ target: Double, _ unit: String, from first: CalendarDay,
    to last: CalendarDay? = nil
  ) -> Goal {
    Goal(
      id: id(seed, number), pillar: measure.pillar, name: measure.title, target: target, unit: unit, beginsOn: first,
      endsOn: last)
  }
}
