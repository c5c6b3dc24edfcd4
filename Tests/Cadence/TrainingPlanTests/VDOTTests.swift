import Testing

@testable import TrainingPlan

@Suite("Fitness by VDOT") struct VDOTTests {
  /// Race times of Daniels' tables in seconds, by VDOT.
  static let printed: [(vdot: Double, metres: Double, seconds: Double)] = [
    (30, 5000, 1840), (30, 10_000, 3826), (30, RaceDistance.half, 8464), (30, RaceDistance.marathon, 17_357),
    (40, 1500, 395), (40, 5000, 1448), (40, 10_000, 3003), (40, RaceDistance.half, 6659),
    (40, RaceDistance.marathon, 13_785),
    (50, 1500, 324), (50, 5000, 1197), (50, 10_000, 2481), (50, 15_000, 3816), (50, RaceDistance.half, 5495),
    (50, RaceDistance.marathon, 11_449),
    (60, 5000, 1023), (60, 10_000, 2122), (60, RaceDistance.half, 4689), (60, RaceDistance.marathon, 9805),
    (70, 5000, 895), (70, 10_000, 1858), (70, RaceDistance.half, 4101), (70, RaceDistance.marathon, 8590),
  ]

  @Test("Race times are within half a percent of the printed ones, in both directions", arguments: printed)
  func races(_ one: (vdot: Double, metres: Double, seconds: Double)) {
    let seconds = VDOT(one.vdot).seconds(over: one.metres)
    #expect(abs(seconds / one.seconds - 1) < 0.005)
    #expect(abs(VDOT(metres: one.metres, seconds: one.seconds).value / one.vdot - 1) < 0.005)
  }

  @Test("The formula gives the values that other implementations give")
  func vectors() {
    #expect(abs(VDOT(metres: 5000, seconds: 1474).value - 39.110398) < 0.000001)
    #expect(abs(VDOT(metres: 10_000, seconds: 2400).value - 51.944083) < 0.000001)
    #expect(abs(VDOT(metres: RaceDistance.half, seconds: 6300).value - 42.635316) < 0.000001)
  }

  @Test("A time found for a fitness has that fitness, and a fitter runner is faster at every effort")
  func inverse() {
    var before: (seconds: Double, paces: TrainingPaces)?
    for tenths in stride(from: 100, through: 880, by: 5) {
      let fitness = VDOT(Double(tenths) / 10)
      for metres in [1500.0, 5000, RaceDistance.half, RaceDistance.marathon, 50_000] {
        #expect(abs(VDOT(metres: metres, seconds: fitness.seconds(over: metres)).value - fitness.value) < 0.001)
      }
      let now = (seconds: fitness.seconds(over: 10_000), paces: TrainingPaces(fitness))
      if let before {
        #expect(now.seconds < before.seconds)
        #expect(Effort.allCases.allSatisfy { now.paces[$0].upperBound <= before.paces[$0].upperBound })
      }
      let order: [Effort] = [.repetition, .interval, .threshold, .marathon, .easy]
      #expect(zip(order, order.dropFirst()).allSatisfy { now.paces[$0].upperBound < now.paces[$1].lowerBound })
      before = now
    }
  }
}

@Suite("Predictions") struct RacePredictionTests {
  private func half(_ weekly: Double?) -> RacePrediction {
    RacePrediction(
      from: RaceResult(metres: RaceDistance.half, seconds: 6300), to: RaceDistance.marathon, weeklyMetres: weekly)
  }

  @Test("A marathon is slower than Riegel says, and faster with more volume")
  func marathon() {
    let riegel = 13_135.0
    #expect(half(nil).seconds > riegel + 8 * 60)
    #expect(half(20_000).seconds > half(60_000).seconds)
    // The model itself: 42,195 / (0.16018617 + 0.83076202 v + 0.06423826 · 24.85 / 10), with v by Riegel's 1.07.
    #expect(abs(half(40_000).seconds - 14_207) < 15)
    #expect(half(40_000).method == .volume && half(nil).method == .power)
  }

  @Test("Up to the half marathon the time is that of the same VDOT")
  func equivalent() {
    let race = RaceResult(metres: 5000, seconds: 1197)
    let found = RacePrediction(from: race, to: 10_000)
    #expect(found.method == .equivalent && abs(found.seconds - 2480) < 10)
    #expect(RacePrediction(from: race, to: 5000).seconds == 1197)
  }

  @Test("Intervals hold the time, the wider one the narrower, and grow with the distance")
  func intervals() {
    var widths: [Double] = []
    for metres in [5000.0, 10_000, RaceDistance.half, 30_000, RaceDistance.marathon] {
      let found = RacePrediction(from: RaceResult(metres: 5000, seconds: 1500), to: metres, weeklyMetres: 40_000)
      let (half, wide) = (found.interval(.half), found.interval(.fourOfFive))
      #expect(half.contains(found.seconds) && wide.contains(half.lowerBound) && wide.contains(half.upperBound))
      widths.append(wide.upperBound / wide.lowerBound)
    }
    #expect(widths == widths.sorted())
    #expect(half(nil).spread > half(40_000).spread)
  }

  @Test("The published error of the marathon is the width of its interval")
  func width() {
    #expect(abs(half(40_000).spread * 240 - 15.1) < 0.01)
    #expect(15.1 * 15.1 > 227 && 15.1 * 15.1 < 229)
    #expect(abs(half(nil).spread * 240 - (381.0 - 100).squareRoot()) < 0.1)
  }

  @Test("Times grow with the distance, for every race and volume")
  func monotone() {
    for from in [3000.0, 10_000, RaceDistance.half, 30_000, RaceDistance.marathon] {
      let race = RaceResult(metres: from, seconds: VDOT(45).seconds(over: from))
      for weekly in [nil, 0, 30_000, 200_000] as [Double?] {
        let times = stride(from: 1500.0, through: 50_000, by: 250).map {
          RacePrediction(from: race, to: $0, weeklyMetres: weekly).seconds
        }
        #expect(times == times.sorted())
      }
    }
  }

  @Test("A target has a word by its place in the intervals")
  func achievability() {
    let found = half(40_000)
    #expect(found.achievability(of: found.seconds) == .withinReach)
    #expect(found.achievability(of: found.interval(.half).upperBound + 1) == .likely)
    #expect(found.achievability(of: found.interval(.half).lowerBound - 1) == .ambitious)
    #expect(found.achievability(of: found.interval(.fourOfFive).lowerBound - 1) == .outOfReach)
    let said = PredictionDocument(found).sentence(for: 10_800)
    #expect(said.hasSuffix("what to expect today: out of reach for now.") && said.contains("3:00:00"))
    #expect(!PredictionDocument(found).sentences.joined().contains("%"))
  }
}
