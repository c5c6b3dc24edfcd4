import Days
import Testing

@testable import TrainingPlan

@Suite("The checker of plans") struct PlanCheckTests {
  private static let runner = PlanRunner(
    today: CalendarDay(number: 20_779), experience: .serious, weekly: 60_000, days: [0, 1, 2, 3, 4, 6], longest: 20_000,
    race: RaceResult(metres: 10_000, seconds: 2500),
    goal: .race(metres: RaceDistance.half, on: CalendarDay(number: 20_779 + 83), seconds: nil))

  private func rules(_ change: (inout RunnerPlan) -> Void) -> Set<PlanFault.Rule> {
    var plan = RunnerPlan(for: PlanCheckTests.runner)
    change(&plan)
    return Set(PlanCheck.faults(in: plan).map(\.rule))
  }

  private func copy(
    _ run: PlannedRun, day: Int? = nil, kind: PlannedRun.Kind? = nil, times: Int = 1, grounds: [PlanGround]? = nil,
    isEasy: Bool = false
  ) -> PlannedRun {
    PlannedRun(
      day: day.map { CalendarDay(number: $0) } ?? run.day, kind: kind ?? run.kind, metres: run.metres * times,
      seconds: run.seconds,
      segments: run.segments.map {
        RunSegment(
          kind: $0.kind, repeats: $0.repeats * times, metres: $0.metres, effort: isEasy ? .easy : $0.effort,
          pace: isEasy ? nil : $0.pace)
      }, grounds: grounds ?? run.grounds)
  }

  @Test("A plan as it was made has no fault")
  func none() { #expect(rules { _ in }.isEmpty) }

  @Test("A run that is too long, or whose parts do not add up, is found")
  func distances() {
    #expect(rules { $0.weeks[2].runs[1] = self.copy($0.weeks[2].runs[1], times: 5) }.contains(.longestRun))
    #expect(
      rules {
        let run = $0.weeks[2].runs[1]
        $0.weeks[2].runs[1] = PlannedRun(
          day: run.day, kind: run.kind, metres: run.metres - 100, seconds: run.seconds, segments: run.segments,
          grounds: run.grounds)
      } == [.sums])
  }

  @Test("Hard days in a row, also over the border of weeks, and hard days before the race are found")
  func hard() {
    #expect(
      rules { plan in
        plan.weeks[1].runs = plan.weeks[1].runs.map { self.copy($0, kind: .threshold) }
      }.contains(.hardDaysApart))
    #expect(
      rules { plan in
        let last = plan.weeks.count - 1
        plan.weeks[last].runs = plan.weeks[last].runs.map { $0.kind == .race ? $0 : self.copy($0, kind: .intervals) }
      }.isSuperset(of: [.freeBeforeRace, .hardDaysApart]))
  }

  @Test("A plan without recovery weeks, taper volume, taper intensity or frequency is found")
  func weeks() {
    #expect(
      rules { plan in
        for index in plan.weeks.indices where plan.weeks[index].isRecovery {
          plan.weeks[index].runs = plan.weeks[index].runs.map { self.copy($0, times: 2) }
        }
      }.contains(.recoveryWeek))
    func taper(_ change: @escaping (PlannedRun) -> PlannedRun?) -> Set<PlanFault.Rule> {
      rules { plan in
        for index in plan.weeks.indices where plan.weeks[index].phase == .taper {
          plan.weeks[index].runs = plan.weeks[index].runs.compactMap { $0.kind == .race ? $0 : change($0) }
        }
      }
    }
    #expect(taper { self.copy($0, times: 2) }.contains(.taperVolume))
    #expect(taper { self.copy($0, kind: .easy, isEasy: true) } == [.taperIntensity])
    #expect(taper { $0.isFast ? $0 : nil }.isSuperset(of: [.taperVolume, .taperFrequency]))
  }

  @Test("The checker goes by metres and efforts, and not by what a run is called")
  func labels() throws {
    // The long run as an easy run, with an easy day beside it that is as long.
    #expect(
      rules { plan in
        guard let index = plan.weeks[5].runs.firstIndex(where: { $0.kind == .long }) else { return }
        let long = self.copy(plan.weeks[5].runs[index], kind: .easy)
        plan.weeks[5].runs[index] = long
        plan.weeks[5].runs.insert(self.copy(long, day: long.day.number + 1, kind: .easy), at: index + 1)
      }.contains(.hardDaysApart))
    // Fast sessions that are called easy, on days in a row.
    #expect(
      rules { plan in
        guard let index = plan.weeks[5].runs.firstIndex(where: \.isFast) else { return }
        let fast = self.copy(plan.weeks[5].runs[index], kind: .easy)
        plan.weeks[5].runs[index] = fast
        plan.weeks[5].runs[index + 1] = self.copy(fast, day: fast.day.number + 1, kind: .easy)
      }.contains(.hardDaysApart))
    // A long run on the eve of the race that is called easy.
    #expect(
      rules { plan in
        guard let long = plan.runs.last(where: { $0.kind == .long }), let last = plan.weeks.indices.last else { return }
        let eve = plan.weeks[last].runs.count - 2
        plan.weeks[last].runs[eve] = self.copy(long, day: plan.weeks[last].runs[eve].day.number, kind: .easy)
      }.contains(.freeBeforeRace))
  }

  @Test("Weeks that jump, fast work that comes too early or without a warm-up, and growth in pain are found")
  func load() {
    #expect(
      rules { plan in plan.weeks[6].runs = plan.weeks[6].runs.map { self.copy($0, times: 2) } }
        .contains(.weekGrowth))
    #expect(
      rules { plan in plan.weeks[0].runs = plan.weeks[0].runs.map { self.copy($0, times: 2) } }
        .contains(.weekGrowth))
    #expect(rules { plan in plan.runner.experience = .beginner }.contains(.earlyFast))
    #expect(rules { plan in plan.runner.pain = 1 }.isSuperset(of: [.painEasy, .painGrowth]))
    #expect(
      rules { plan in
        guard let index = plan.weeks[5].runs.firstIndex(where: \.isFast) else { return }
        let run = plan.weeks[5].runs[index]
        plan.weeks[5].runs[index] = PlannedRun(
          day: run.day, kind: run.kind, metres: run.metres, seconds: run.seconds,
          segments: Array(run.segments.dropFirst()), grounds: run.grounds)
      }.contains(.warmUp))
  }

  @Test("A run on a blocked day, or without its reasons, is found")
  func others() {
    // Friday is none of the days to run on.
    #expect(
      rules { plan in
        guard let index = plan.weeks[1].runs.firstIndex(where: { $0.day.weekday == 4 }) else { return }
        plan.weeks[1].runs[index] = self.copy(plan.weeks[1].runs[index], day: plan.weeks[1].runs[index].day.number + 1)
      }.contains(.blockedDay))
    #expect(rules { $0.weeks[0].runs[0] = self.copy($0.weeks[0].runs[0], grounds: []) } == [.reasons])
  }
}
