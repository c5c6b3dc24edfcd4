import Covers
import Duplicates
import Foundation
import HealthProviders
import Samples
import Testing

@testable import Carrying

@Suite("The merge of two workouts") struct WorkoutMergeTests {
  let start = Date(timeIntervalSince1970: 1_795_331_730)
  let catalogue = ProviderCatalogue.builtIn

  func workout(_ provider: String, _ change: (inout Workout) -> Void = { _ in }) -> HeldWorkout {
    var workout = Workout("cycling", elapsed: 600, distance: 5000)
    change(&workout)
    return HeldWorkout(
      Sample(workout: workout, from: start, origin: Origin(provider, record: "w", device: provider)),
      of: catalogue[provider])
  }

  @Test("The track comes from one and the power from the other, at their moments")
  func enriched() throws {
    let watch = workout("garmin") { workout in
      workout.points = (0..<600).map {
        WorkoutPoint(at: Double($0), latitude: 52 + Double($0) * 1e-5, longitude: 13, heartRate: 120)
      }
    }
    let bike = workout("polar") { workout in
      workout.points = (0..<600).map { WorkoutPoint(at: Double($0), power: 200 + $0 % 50) }
      workout.distance = nil
    }
    let (one, other) = (try #require(watch.free), try #require(bike.free))
    let merged = WorkoutMerge(one, other).merged(as: "syncwell")
    let points = try #require(merged.workout?.points)
    #expect(
      points.count == 600 && points[100].latitude != nil && points[100].power == 200 && points[100].heartRate == 120)
    #expect(merged.workout?.distance == 5000 && merged.origin.provider == "syncwell")
    #expect(
      WorkoutMerge(one, other).merged(as: "syncwell").origin == merged.origin, "one key, however often it is made")
  }

  @Test("A choice for a field is obeyed", .covers("sw-US-15-T2"))
  func chosen() throws {
    let one = try #require(workout("garmin").free)
    let other = try #require(workout("polar") { $0.distance = 5200 }.free)
    var merge = WorkoutMerge(one, other)
    #expect(merge.merged(as: "syncwell").workout?.distance == 5000)
    merge.choose(.distance, .greatest)
    #expect(merge.merged(as: "syncwell").workout?.distance == 5200)
    merge.choose(.distance, .sum)
    #expect(merge.merged(as: "syncwell").workout?.distance == 10_200)
  }

  @Test("Strava's workouts are of a type that no merge takes, and say how long they may be kept")
  func bound() {
    let strava = workout("strava")
    #expect(strava.free == nil && strava.keptDays == 7 && strava.sample.origin.provider == "strava")
    #expect(workout("garmin").free != nil && workout("garmin").keptDays == nil)
  }
}
