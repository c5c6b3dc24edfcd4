import Chance
import Days
import Foundation
import Hours
import Interface
import Kernel
import Testing

@testable import Assistant

@Suite("Plan of a day") struct DayPlanTests {
  private let now = Moment(Moment.date("2026-11-26T10:02:00Z") ?? .distantPast)

  private func task(
    _ title: String, _ day: String, _ time: TimeOfDay? = nil, isDone: Bool = false
  ) -> AssistantData.Task {
    .init(
      id: UUID(), title: title, day: CalendarDay(day), time: time, isDone: isDone, route: Route(["todos"]))
  }

  private func entry(_ title: String, _ start: Int?, _ end: Int?) throws -> AssistantData.Entry {
    .init(
      title: title, day: try #require(CalendarDay("2026-11-26")), start: start.map { .at($0) },
      end: end.map { .at($0) }, route: Route(["calendar"]))
  }

  @Test("no plan overlaps itself or what is busy, and what is left fits into no free time")
  func properties() throws {
    var chance = try FuzzPlan.generator(for: "day plans")
    for _ in 0..<2_000 {
      let begin = Int.random(in: 0...1_440, using: &chance)
      let day = begin..<Int.random(in: begin...1_440, using: &chance)
      let busy = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
        let start = Int.random(in: -60...1_440, using: &chance)
        return start..<start + Int.random(in: 0...300, using: &chance)
      }
      let tasks = (0..<Int.random(in: 0...12, using: &chance)).map { number in
        DayPlan.Task(id: UUID(), title: "\(number)", minutes: Int.random(in: 1...240, using: &chance))
      }
      let plan = DayPlan(tasks, busy: busy, within: day)
      var taken = Set(busy.flatMap { Array($0) })
      for placed in plan.placed {
        let minutes = Set(placed.start..<placed.end)
        #expect(taken.isDisjoint(with: minutes) && placed.start >= day.lowerBound && placed.end <= day.upperBound)
        taken.formUnion(minutes)
      }
      var (longest, run) = (0, 0)
      for minute in day {
        run = taken.contains(minute) ? 0 : run + 1
        longest = max(longest, run)
      }
      for left in plan.left {
        #expect(left.task.minutes > longest)
        switch left.reason {
        case .over: #expect(day.isEmpty)
        case .full: #expect(!day.isEmpty)
        case .tooLong(let free): #expect(left.task.minutes > free && free >= longest)
        }
      }
      #expect(Set(plan.placed.map(\.task.id) + plan.left.map(\.task.id)) == Set(tasks.map(\.id)))
      #expect(plan.placed.count + plan.left.count == tasks.count)
      #expect(plan == DayPlan(tasks, busy: busy, within: day))
    }
  }

  @Test(
    "what is overdue comes first, events and todos with a time keep theirs, and time that has passed is not planned")
  func planned() throws {
    var data = AssistantData()
    data.tasks = [
      task("Report 2 h", "2026-11-26"), task("Call Ana", "2026-11-26"), task("Old letter", "2026-11-20"),
      task("Lunch with Ben", "2026-11-26", .at(12)), task("Later", "2026-11-27"),
      task("Done", "2026-11-26", isDone: true), task("Tax return 6 h", "2026-11-26"),
    ]
    data.entries = [try entry("Dentist", 14, 15), try entry("Holiday", nil, nil)]
    let planned = PlannedDay(data, PlanChoices(), at: now)
    #expect(
      planned.plan.placed.map { "\($0.start) \($0.task.title)" } == [
        "605 Old letter", "635 Call Ana", "900 Report 2 h",
      ])
    #expect(planned.plan.left.map(PlannedDay.words) == ["Takes 6 h; the longest free time left is 1 h 30 min."])
    #expect(planned.times.map(\.time.text) == ["10:05", "10:35", "15:00"])
    var late = PlanChoices()
    (late.begins, late.ends) = (5, 13)
    let evening = PlannedDay(data, late, at: Moment(Moment.date("2026-11-26T20:00:00Z") ?? .distantPast))
    #expect(evening.plan.placed.isEmpty && evening.plan.left.allSatisfy { $0.reason == .over })
    late.ahead = 1
    #expect(PlannedDay(data, late, at: now).plan.placed.contains { $0.task.title == "Later" })
  }

  @Test("an event that began the day before, or ends the day after, takes its part of the day")
  func nights() throws {
    var data = AssistantData()
    data.tasks = [task("Call Ana", "2026-11-26")]
    data.entries = [try entry("Night train", nil, 11), try entry("Party", 17, nil)]
    let planned = PlannedDay(data, PlanChoices(), at: now)
    #expect(planned.plan.placed.map(\.start) == [660] && planned.fixed.last?.end == 1_440)
  }

  @Test("a title names the time that a todo takes, within bounds")
  func lengths() {
    #expect(DayPlan.minutes(in: "Report (2 h)") == 120 && DayPlan.minutes(in: "Read 45min") == 45)
    #expect(DayPlan.minutes(in: "Walk 1.5 hours") == 90 && DayPlan.minutes(in: "Buy 3 apples") == nil)
    for title in ["", "99999 h", "1e9 h", "-30 min", ". h", "٣ h", "h 2", "0 min", "nan h"] {
      #expect(DayPlan.minutes(in: title) == nil, "\(title)")
    }
  }
}
