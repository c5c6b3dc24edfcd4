import Foundation
import Samples
import Testing

@Suite("Samples") struct SampleTests {
  let start = Date(timeIntervalSince1970: 1_700_000_000)
  let origin = Origin("garmin", record: "a")

  @Test("What no body can do is not plausible", arguments: SampleKind.allCases.filter { $0.shape != .workout })
  func bounds(_ kind: SampleKind) {
    let variability: VariabilityMeasure? = kind == .heartRateVariability ? .rmssd : nil
    func sample(_ amount: Double) -> Sample {
      Sample(kind, from: start, amount: amount, origin: origin, variability: variability)
    }
    #expect(sample(kind.bounds.lowerBound).isPlausible && sample(kind.bounds.upperBound).isPlausible)
    for wrong in [kind.bounds.lowerBound - 1, kind.bounds.upperBound * 1.01, .nan, .infinity] {
      #expect(!sample(wrong).isPlausible)
    }
  }

  @Test("A span that ends before it begins is an instant, and one longer than a week is not plausible")
  func spans() {
    let backwards = Sample(.steps, from: start, to: start.addingTimeInterval(-60), amount: 1, origin: origin)
    #expect(backwards.end == start)
    let long = Sample(.steps, from: start, to: start.addingTimeInterval(8 * 86_400), amount: 1, origin: origin)
    #expect(!long.isPlausible)
  }

  @Test("Stages lie within their night")
  func nights() {
    let end = start.addingTimeInterval(8 * 3600)
    let inside = NightStage(.deep, from: start.addingTimeInterval(60), to: start.addingTimeInterval(120))
    let outside = NightStage(.rem, from: end, to: end.addingTimeInterval(60))
    #expect(Sample(sleep: [inside], from: start, to: end, origin: origin).isPlausible)
    #expect(!Sample(sleep: [inside, outside], from: start, to: end, origin: origin).isPlausible)
  }

  @Test("Variability without its measure is not plausible, and neither is a measure without variability")
  func variability() {
    #expect(!Sample(.heartRateVariability, from: start, amount: 40, origin: origin).isPlausible)
    #expect(!Sample(.heartRate, from: start, amount: 60, origin: origin, variability: .sdnn).isPlausible)
  }

  @Test("A workout with its points survives JSON")
  func coding() throws {
    var run = Workout("running", elapsed: 1800, distance: 5000)
    run.points = [
      WorkoutPoint(at: 0, latitude: 52.5, longitude: 13.4, heartRate: 120), WorkoutPoint(at: 5, power: 200),
    ]
    let sample = Sample(workout: run, from: start, origin: Origin("garmin", record: "b", device: "watch", written: "x"))
    let bytes = try JSONEncoder().encode(sample)
    #expect(try JSONDecoder().decode(Sample.self, from: bytes) == sample)
    #expect(sample.isPlausible && sample.amount == 1800)
  }
}
