import Statistics
import Testing

@Suite("P-values and intervals") struct ChanceTests {
  @Test(
    "The tail probability of Student's t agrees with tables",
    arguments: [
      (2.0, 10.0, 0.073_388_034_770_740_37), (5.5, 26, 9.026_987_603_947_547e-06), (0.1, 3, 0.926_652_348_800_805_9),
      (30, 200, 5.724_161_208_827_853e-76), (-12, 7.5, 3.660_806_455_619_481e-06), (1, 1, 0.5), (0, 5, 1),
    ])
  func student(_ t: Double, _ freedom: Double, _ chance: Double) {
    #expect(abs(Tail.t(beyond: t, freedom: freedom) / chance - 1) < 1e-9)
  }

  @Test("The inverse of Student's t agrees with tables and with the tail probability, and the normal tail with tables")
  func quantiles() {
    #expect(abs(Tail.t(asRareAs: 0.0005, freedom: 26) / 3.974_218_548_497_052_3 - 1) < 1e-9)
    #expect(abs(Tail.t(asRareAs: 0.5, freedom: 1.5) / 0.872_594_662_541_571_6 - 1) < 1e-9)
    for chance in [0.9, 0.5, 0.05, 1e-4, 1e-9, 1e-30] {
      for freedom in [1, 3.5, 26, 728] {
        #expect(abs(Tail.t(beyond: Tail.t(asRareAs: chance, freedom: freedom), freedom: freedom) / chance - 1) < 1e-6)
      }
    }
    #expect(abs(Tail.normal(beyond: -1.96) - 0.049_995_790_296_440_87) < 1e-12)
  }

  @Test("Invalid and infinite arguments give a limit of the range")
  func nonsense() {
    #expect(Tail.t(beyond: .nan, freedom: 5) == 1 && Tail.t(beyond: 1, freedom: -1) == 1)
    #expect(Tail.t(beyond: .infinity, freedom: 5) == 0 && Tail.normal(beyond: .nan) == 1)
    #expect(Tail.t(asRareAs: 0, freedom: 5) == .infinity && Tail.t(asRareAs: 2, freedom: 5) == 0)
    #expect(Tail.correlation(asRareAs: 0, pairs: 30) == 1 && Tail.correlation(asRareAs: 0.5, pairs: 2) == 1)
  }

  @Test("The correction for multiple tests is that of Benjamini and Hochberg")
  func many() {
    // By hand: four values, sorted 0.005 0.01 0.03 0.04, times 4/1 4/2 4/3 4/4, none above the next.
    let four = correctedForMany([0.01, 0.04, 0.03, 0.005])
    for (found, wanted) in zip(four, [0.02, 0.04, 0.04, 0.02]) { #expect(abs(found - wanted) < 1e-15) }
    // The 25 of Benjamini's and Hochberg's nutrition example, as scipy corrects them.
    let known = correctedForMany([
      0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275, 0.34, 0.341,
      0.384, 0.569, 0.594, 0.696, 0.762, 0.94, 0.942, 0.975, 0.986,
    ])
    let wanted = [
      0.025, 0.1, 0.21, 0.21, 0.21, 0.25, 0.264_285_714_285_714_3, 0.491_071_428_571_428_66, 0.491_071_428_571_428_66,
      0.491_071_428_571_428_66, 0.491_071_428_571_428_66, 0.491_071_428_571_428_66, 0.491_071_428_571_428_66,
      0.491_071_428_571_428_66, 0.532_812_5, 0.532_812_5, 0.564_705_882_352_941_2, 0.781_578_947_368_421,
      0.781_578_947_368_421, 0.87, 0.907_142_857_142_857_1, 0.986, 0.986, 0.986, 0.986,
    ]
    for (found, wanted) in zip(known, wanted) { #expect(abs(found - wanted) < 1e-12) }
    #expect(correctedForMany([]) == [])
    #expect(correctedForMany([0.01, .nan, 7, -1]) == [0.02, 1, 1, 0])
  }

  @Test("An interval has the expected bounds, stays within -1...1, and is -1...1 for too few days or NaN")
  func intervals() {
    let hundred = interval(of: 0.5, days: 100)
    #expect(abs(hundred.lowerBound - 0.331_416_580_700_348_4) < 1e-9)
    #expect(abs(hundred.upperBound - 0.637_644_074_363_042) < 1e-9)
    #expect(interval(of: 0.5, days: 2) == -1...1 && interval(of: .nan, days: 100) == -1...1)
    #expect(interval(of: 1, days: 100).upperBound <= 1)
  }
}
