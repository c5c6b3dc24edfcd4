import Activities
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Testing
import TrainingPlan

@testable import Training

@Suite("A plan as files") struct FilesTests {
  @Test("the calendar file has an event for each run from today on, in lines that the standard allows")
  func calendar() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.wake(bench.today.following(10))
    await bench.do(.exportCalendar)
    let file = try #require(bench.handed.withLock { $0.first })
    #expect("\(file.name)" == "training-plan.ics" && bench.toasts.last == "Saved as training-plan.ics.")
    let text = String(decoding: file.bytes, as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
    let ahead = bench.state.course?.plan.runs.count { $0.day >= bench.today }
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == ahead)
    #expect(Set(lines.filter { $0.hasPrefix("UID:") }).count == ahead)
  }

  @Test("texts are escaped and folded between characters")
  func escaping() {
    #expect(PlanCalendar.escaped("a, b; c\\d\ne\u{7}") == "a\\, b\\; c\\\\d\\ne")
    let folded = PlanCalendar.folded(String(repeating: "é", count: 200))
    #expect(folded.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    #expect(folded.replacing("\r\n ", with: "") == String(repeating: "é", count: 200))
  }

  @Test("every run of a plan becomes a workout whose steps add up to its distance", arguments: [0, 1])
  func workouts(kind: Int) async throws {
    let bench = try await TrainingBench()
    await bench.approve { if kind == 1 { $0.goal = .comeback } }
    let plan = try #require(bench.state.course?.plan)
    for run in plan.runs where run.kind != .race {
      let workout = FITWorkout(run, words: RunWords(bench.clock.now), made: bench.clock.now)
      var total = 0
      for (index, step) in workout.steps.enumerated() {
        switch step {
        case .distance(let metres, _, _, let speeds):
          total += metres
          if let speeds { #expect(speeds.lowerBound > 1 && speeds.upperBound < 8) }
        case .again(let first, let times):
          let part = workout.steps[first..<index].reduce(0) { sum, step in
            if case .distance(let metres, _, _, _) = step { sum + metres } else { sum }
          }
          total += part * (times - 1)
        }
      }
      #expect(total == run.metres, "\(run.kind)")
      #expect(workout.steps.count <= FITWorkout.mostSteps)
    }
    await bench.do(.exportWorkout(plan.runs[0].day.number))
    let file = try #require(bench.handed.withLock { $0.first })
    #expect("\(file.name)".hasSuffix(".fit") && Array(file.bytes[8..<12]) == Array(".FIT".utf8))
    await bench.do(.exportWorkout(.max))
    #expect(bench.handed.withLock { $0.count } == 1)
  }
}
