internal import Measures

/// A device's classification of a stretch of a night.
enum SleepStage: UInt8, Comparable {
  /// In ascending precedence when one device reports several stages for the same time.
  case inBed = 1, asleep, core, rem, deep, awake

  init?(named name: String) {
    switch name {
    case "HKCategoryValueSleepAnalysisInBed": self = .inBed
    case "HKCategoryValueSleepAnalysisAsleep", "HKCategoryValueSleepAnalysisAsleepUnspecified": self = .asleep
    case "HKCategoryValueSleepAnalysisAsleepCore": self = .core
    case "HKCategoryValueSleepAnalysisAsleepREM": self = .rem
    case "HKCategoryValueSleepAnalysisAsleepDeep": self = .deep
    case "HKCategoryValueSleepAnalysisAwake": self = .awake
    default: return nil
    }
  }

  static func < (left: SleepStage, right: SleepStage) -> Bool { left.rawValue < right.rawValue }

  var isAsleep: Bool { self != .inBed && self != .awake }
  /// Whether it distinguishes more than asleep or awake.
  var isStaged: Bool { self == .core || self == .rem || self == .deep }
}

/// The night that ends on a day, in half minutes: sleep that ends between 18:00 of the day before and 18:00.
struct Night {
  /// Slots from 06:00 of the day before, because sleep that ended after 18:00 may have begun long before.
  static let slots = 36 * 120
  static let noonBefore = 6 * 120
  /// The longest gap within one sleep, in slots.
  static let longestGap = 120
  /// The shortest time awake that counts as an awakening, in slots.
  static let shortestAwakening = 10

  private(set) var stages: [SleepStage?] = Array(repeating: nil, count: Night.slots)

  mutating func lay(_ stage: SleepStage, _ slots: Range<Int>) {
    for slot in slots.clamped(to: 0..<Night.slots) where stages[slot].map({ $0 < stage }) ?? true {
      stages[slot] = stage
    }
  }

  /// Merges the sources. For each quarter of an hour the source with most stages counts; among equals the one with more
  /// sleep in the whole night, then the first by name.
  static func together(_ nights: [Night]) -> Night {
    guard nights.count > 1 else { return nights.first ?? Night() }
    let asleep = nights.map { night in night.stages.count { $0?.isAsleep ?? false } }
    var whole = Night()
    for start in stride(from: 0, to: slots, by: 30) {
      let quarter = start..<start + 30
      let told = nights.indices.map { nights[$0].detail(in: quarter) }
      guard
        let best = nights.indices.filter({ told[$0] > 0 }).max(by: { one, other in
          (told[one], asleep[one], other) < (told[other], asleep[other], one)
        })
      else { continue }
      for slot in quarter { whole.stages[slot] = nights[best].stages[slot] }
    }
    return whole
  }

  private func detail(in quarter: Range<Int>) -> Int {
    var most = 0
    for slot in quarter {
      guard let stage = stages[slot] else { continue }
      most = max(most, stage == .inBed ? 1 : stage == .asleep ? 2 : 3)
    }
    return most
  }

  // MARK: Figures of the night

  /// The range with most sleep. Stretches less than an hour apart belong together.
  private var main: Range<Int>? {
    var best: (range: Range<Int>, asleep: Int)?
    var slot = 0
    while slot < Night.slots {
      guard stages[slot] != nil else {
        slot += 1
        continue
      }
      let start = slot
      var end = slot
      var asleep = 0
      while slot < Night.slots, slot - end <= Night.longestGap {
        if let stage = stages[slot] {
          end = slot
          if stage.isAsleep { asleep += 1 }
        }
        slot += 1
      }
      if asleep > best?.asleep ?? -1 { best = (start..<end + 1, asleep) }
    }
    return best?.range
  }

  /// The figures of the night. Without any recorded sleep only the bedtime is known.
  var figures: [(Measure, Double)] {
    guard let main else { return [] }
    var figures: [(Measure, Double)] = []
    if main.lowerBound >= Night.noonBefore {
      figures.append((.bedtime, Double(main.lowerBound - Night.noonBefore) / 2))
    }
    let asleep = stages.count { $0?.isAsleep ?? false }
    guard asleep > 0 else { return figures }
    figures.append((.sleepMinutes, Double(asleep) / 2))
    if stages.contains(where: { $0?.isStaged ?? false }) {
      figures.append((.deepMinutes, Double(stages.count { $0 == .deep }) / 2))
      figures.append((.remMinutes, Double(stages.count { $0 == .rem }) / 2))
    }
    let (awake, awakenings) = waking(in: main)
    figures.append((.awakeMinutes, Double(awake) / 2))
    figures.append((.awakenings, Double(awakenings)))
    return figures
  }

  /// Time awake between the first and the last sleep: recorded as awake, and gaps.
  private func waking(in main: Range<Int>) -> (slots: Int, times: Int) {
    guard let first = main.first(where: { stages[$0]?.isAsleep ?? false }),
      let last = main.last(where: { stages[$0]?.isAsleep ?? false })
    else { return (0, 0) }
    var (slots, times, run) = (0, 0, 0)
    for slot in first...last {
      if stages[slot]?.isAsleep ?? false {
        run = 0
      } else {
        run += 1
        slots += 1
        if run == Night.shortestAwakening { times += 1 }
      }
    }
    return (slots, times)
  }
}
