import Kernel
import Testing

@testable import Activities

@Suite("Workouts as FIT files") struct WorkoutTests {
  private func workout(_ name: String, _ steps: [FITWorkout.Step]) -> FITWorkout {
    FITWorkout(name: name, steps: steps, made: 1_800_000_000, serial: 7)
  }

  @Test("a workout is a whole FIT file that is no activity")
  func whole() {
    let steps: [FITWorkout.Step] = [
      .distance(2000, .warmUp, name: "Warm-up", speeds: 2.4...2.8),
      .distance(800, .active, name: "Work", speeds: 4...4.2),
      .distance(400, .recovery, name: "Recovery", speeds: nil), .again(from: 1, times: 5),
    ]
    let bytes = workout("Intervals", steps).bytes
    #expect(bytes.count == 14 + Int(bytes[4]) + Int(bytes[5]) << 8 + 2)
    // Its checksums fit, so it is refused for what it is.
    let problem = #expect(throws: Problem.self) { try ActivityFile.activities(in: bytes) }
    #expect(problem?.code == "not-an-activity" || problem?.code == "no-workout")
  }

  @Test("long and strange names are cut between characters, and too many steps are left out")
  func bounds() {
    let name = String(repeating: "é", count: 300) + "\0\n"
    let steps = [FITWorkout.Step](repeating: .distance(.max / 200, .active, name: name, speeds: 0...1e9), count: 500)
    let workout = workout(name, steps)
    #expect(workout.steps.count == FITWorkout.mostSteps)
    #expect(workout.bytes.count < 65_535)
    #expect(FITWorkout(name: "", steps: [], made: .min / 4, serial: 0).serial == 1)
  }
}
