import Covers
import Foundation
import HealthProviders
import Samples
import Testing

@testable import Carrying

@Suite("The mapping between providers") struct SampleMappingTests {
  let start = Date(timeIntervalSince1970: 1_795_331_730)

  func night(_ depths: [NightStage.Depth]) -> Sample {
    let stages = depths.enumerated().map { index, depth in
      let begin = start.addingTimeInterval(Double(index) * 1800)
      return NightStage(depth, from: begin, to: begin.addingTimeInterval(1800))
    }
    return Sample(
      sleep: stages, from: start, to: start.addingTimeInterval(Double(depths.count) * 1800),
      origin: Origin("oura", record: "n"))
  }

  @Test("Each destination has stages of its own, and the length of the night stays", .covers("sw-US-14-T2"))
  func nights() {
    let all = night(NightStage.Depth.allCases)
    let apple = SampleMapping(to: "apple-health").mapped(all)
    #expect(
      apple.stages.map(\.depth) == [.awake, .light, .deep, .rem, .asleep, .asleep, .inBed, .awake, .awake, .asleep])
    let connect = SampleMapping(to: "health-connect").mapped(all)
    #expect(
      connect.stages.map(\.depth) == [.awake, .light, .deep, .rem, .asleep, .unknown, .awakeInBed, .outOfBed, .unknown])
    let google = SampleMapping(to: "google-health").mapped(all)
    #expect(!google.stages.contains { [.inBed, .outOfBed, .awakeInBed, .unknown].contains($0.depth) })
    for mapped in [apple, connect, google] { #expect(mapped.amount == all.amount && mapped.isPlausible) }
  }

  @Test("What a destination changes is said before", arguments: ["apple-health", "health-connect", "google-health"])
  func losses(_ destination: String) {
    let mapping = SampleMapping(to: destination)
    #expect(mapping.losses(of: [.sleep, .workout]).count == 2 && mapping.losses(of: [.steps, .weight]).isEmpty)
    // A mapping that changes nothing needs no sentence, and one with a sentence changes something.
    let changed = night(NightStage.Depth.allCases)
    #expect(mapping.mapped(changed) != changed)
  }

  @Test("Amounts, instants and origins are never touched", arguments: SampleKind.allCases)
  func untouched(_ kind: SampleKind) {
    let sample =
      kind == .workout
      ? Sample(
        workout: Workout("running", elapsed: 1800, distance: 5000), from: start, origin: Origin("a", record: "r"))
      : kind == .sleep
        ? night([.light, .deep, .rem])
        : Sample(
          kind, from: start, amount: 60, origin: Origin("a", record: "r"),
          variability: kind == .heartRateVariability ? .rmssd : nil)
    for provider in ProviderCatalogue.builtIn.providers {
      #expect(SampleMapping(to: provider.id).mapped(sample) == sample)
    }
  }
}
