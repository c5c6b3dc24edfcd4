internal import Days
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import TrainingPlan

extension Benchmark {
  /// A plan of 24 weeks made with the reasons of all its numbers. Peer: JSONDecoder reading the same plan.
  static let plan = Benchmark(
    name: "plan", summary: "24 weeks of a plan with its trail, made, against JSONDecoder that reads them",
    measure: { () throws(Problem) in
      let today = CalendarDay(number: 20_780)
      let runner = PlanRunner(
        today: today, experience: .serious, weekly: 50_000, days: [0, 1, 2, 4, 6], longest: 18_000,
        race: RaceResult(metres: 10_000, seconds: 2500),
        goal: .race(metres: RaceDistance.marathon, on: today.following(24 * 7 - 1), seconds: 12_600))
      guard let bytes = try? JSON.data(PlanDocument(RunnerPlan(for: runner)).json),
        let read = try? JSONDecoder().decode(ReadPlan.self, from: bytes), read.weeks.count == 24
      else { throw .unmeasured("the plan was not made or not read") }
      let decoder = JSONDecoder()
      var (ours, peers, entries): ([Double], [Double], Int) = ([], [], 0)
      for _ in 0..<30 {
        ours.append(
          timedNow {
            let plan = RunnerPlan(for: runner)
            for ground in plan.grounds + plan.weeks.flatMap({ $0.grounds + $0.runs.flatMap(\.grounds) }) {
              entries += TrailEntry(ground, for: runner).figure.isEmpty ? 0 : 1
            }
          })
        peers.append(timedNow { _ = try? decoder.decode(ReadPlan.self, from: bytes) })
      }
      guard entries > 30 * 500 else { throw .unmeasured("the trail has too few entries") }
      return [
        Figure(
          "plan-made", here: Times(ours).median / 1000, peer: Times(peers).median / 1000, peerName: "JSONDecoder",
          unit: "ms", limit: 10)
      ]
    })
}

/// A plan as `troupe plan --json` prints it.
private struct ReadPlan: Decodable {
  struct Reason: Decodable {
    let number, rule, figure, told, source, strength: String
  }

  struct Segment: Decodable {
    let kind: String
    let repeats, metres: Int
    let effort: String?
    let pace: [Int]?
  }

  struct Run: Decodable {
    let date, weekday, kind: String
    let hard: Bool
    let metres, seconds: Int
    let segments: [Segment]
    let why: [Reason]
  }

  struct Week: Decodable {
    let number, metres, seconds: Int
    let from, phase: String
    let recovery: Bool
    let runs: [Run]
    let why: [Reason]
  }

  let kind, seed, units, goal: String
  let weeks: [Week]
  let why: [Reason]
}
