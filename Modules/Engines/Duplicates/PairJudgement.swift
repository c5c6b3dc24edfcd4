internal import Platform

/// Weighs what speaks for and against two recordings being one workout, in logarithms of odds.
struct PairJudgement {
  private let one: Recording
  private let other: Recording
  private let rules: DuplicateRules
  /// Seconds to add to the second's times.
  private let shift: Double
  private var reasons: [DuplicatePair.Reason] = []

  private init(_ one: Recording, _ other: Recording, _ rules: DuplicateRules, shift: Double) {
    (self.one, self.other, self.rules, self.shift) = (one, other, rules, shift)
  }

  /// The better of two explanations: clocks that agree, and a clock that is wrong by a multiple of a quarter of an hour.
  static func pair(_ one: Recording, _ other: Recording, _ rules: DuplicateRules) -> DuplicatePair? {
    let (first, second) = (one.start, one.id) <= (other.start, other.id) ? (one, other) : (other, one)
    var straight = PairJudgement(first, second, rules, shift: 0)
    let found = straight.judged()
    let quarters = ((second.start - first.start) / 900).rounded()
    // What is typed has no clock that is wrong.
    guard quarters != 0, abs(quarters) * 900 <= mostShift, !one.isManual, !other.isManual,
      found?.score ?? 0 < rules.threshold
    else { return found }
    var shifted = PairJudgement(first, second, rules, shift: -quarters * 900)
    guard let other = shifted.judged() else { return found }
    return other.score > found?.score ?? 0 ? other : found
  }

  /// The greatest difference of two time zones that a wrong setting makes: 14 hours.
  static let mostShift = 14 * 3600.0
  /// The greatest difference of two starts beside it, in seconds: two devices are not started at the same moment.
  static let mostResidue = 120.0

  private mutating func judged() -> DuplicatePair? {
    let start = other.start + shift
    let (least, most) = (max(min(one.elapsed, other.elapsed), 1), max(one.elapsed, other.elapsed, 1))
    let overlap = max(0, min(one.end, start + other.elapsed) - max(one.start, start))
    let share = overlap / least
    guard share >= rules.leastOverlap || isTyped && abs(start - one.start) <= 1800 else { return nil }
    let isShifted = shift != 0
    if isShifted, abs(start - one.start) > PairJudgement.mostResidue { return nil }
    let isPart = !isShifted && !isTyped && share >= 0.9 && least / most < 0.75
    add(-2.5, "Two workouts on one day are usually two.")
    addTimes(start, share, isPart: isPart)
    addDurations(isPart: isPart)
    let sports = addSports()
    addDistances(isPart: isPart)
    let places = addPlaces(isShifted: isShifted)
    let hearts = addHearts()
    if isShifted {
      add(-1.5, "A clock is wrong by \(words(-shift)).")
      if !isSame(places, hearts), !isExact { add(-6, "Nothing but the length speaks for a wrong clock.") }
    }
    if sports == .different, hearts?.value ?? 0 < 0.95 { add(-7, "The sports differ.") }
    let sum = reasons.reduce(0) { $0 + $1.points }
    return DuplicatePair(
      first: one.id, second: other.id, score: 1 / (1 + exp(-sum)),
      kind: isShifted ? .shifted(Int(shift)) : isPart ? .part : .whole,
      clockOffset: (hearts.flatMap { $0.value >= 0.5 ? $0 : nil } ?? places).map { $0.offset + Int(shift) },
      reasons: reasons.sorted { abs($0.points) > abs($1.points) })
  }

  private var isTyped: Bool { one.isManual || other.isManual }

  private mutating func add(_ points: Double, _ words: String) {
    if points != 0 { reasons.append(DuplicatePair.Reason(points: points, words: words)) }
  }

  // MARK: Times

  private mutating func addTimes(_ start: Double, _ share: Double, isPart: Bool) {
    add(
      share >= 0.9 ? 2.5 : share >= 0.7 ? 1.5 : share >= 0.5 ? 0.5 : -0.5,
      "The times overlap by \(Int((min(share, 1) * 100).rounded())) %.")
    let begins = abs(start - one.start)
    if isPart {
      let ends = abs(start + other.elapsed - one.end)
      let near = min(begins, ends)
      add(near <= 120 ? 1.5 : -2, near <= 120 ? "They begin or end together." : "They begin and end at other times.")
    } else if isTyped {
      add(begins <= 900 ? 1 : 0, "They begin within a quarter of an hour, and one was typed.")
    } else {
      add(
        begins <= rules.startTolerance / 3 ? 1.5 : begins <= rules.startTolerance ? 1 : begins <= 900 ? 0 : -1,
        "They begin \(words(begins)) apart.")
    }
  }

  private mutating func addDurations(isPart: Bool) {
    let lengths = [one.elapsed, one.moving].compactMap(\.self)
    let others = [other.elapsed, other.moving].compactMap(\.self)
    let ratio = lengths.flatMap { length in others.map { PairJudgement.ratio(length, $0) } }.max() ?? 0
    if isPart {
      add(-0.5, "One is \(Int((ratio * 100).rounded())) % as long as the other.")
    } else {
      let least = isTyped ? 0.07 : 0.0
      add(
        ratio >= 0.97 - least ? 1.5 : ratio >= 0.9 - least ? 1 : ratio >= 0.75 - least ? 0 : -2,
        "Their lengths differ by \(Int(((1 - ratio) * 100).rounded())) %.")
    }
  }

  // MARK: Sport and distance

  private mutating func addSports() -> SportRelation {
    let relation = SportRelation(one.sport, other.sport)
    switch relation {
    case .same: add(1, "The sport is the same.")
    case .family: add(0.8, "The sports are names for the same kind of movement.")
    case .near: add(-1, "The sports are alike, and not the same.")
    case .open, .different: break
    }
    return relation
  }

  private mutating func addDistances(isPart: Bool) {
    guard let distance = one.distance, let compared = other.distance else { return }
    let ratio = PairJudgement.ratio(distance, compared)
    let words = "The distances differ by \(Int(((1 - ratio) * 100).rounded())) %."
    if isPart {
      let expected = PairJudgement.ratio(one.elapsed, other.elapsed)
      let fits = PairJudgement.ratio(ratio, expected) >= 0.8 && (distance > compared) == (one.elapsed > other.elapsed)
      add(fits ? 0.5 : -1.5, fits ? "The distances fit the lengths." : "The distances do not fit the lengths.")
    } else if isIndoor || isTyped {
      add(ratio >= 0.9 ? 1 : ratio >= 0.65 ? 0.3 : -0.7, words)
    } else {
      add(ratio >= 0.97 ? 1.5 : ratio >= 0.9 ? 1 : ratio >= 0.75 ? 0 : -2.5, words)
    }
  }

  private var isIndoor: Bool { SportFamily.isIndoor(one.sport) || SportFamily.isIndoor(other.sport) }

  // MARK: Series

  private mutating func addPlaces(isShifted: Bool) -> Alignment.Match? {
    // The places of a virtual ride are drawn by a game.
    guard !isIndoor, let match = Alignment.places(one.places, other.places, shift: shift) else { return nil }
    let words = "The tracks are \(match.value < 10_000 ? "\(Int(match.value.rounded())) m" : "far") apart."
    add(match.value <= 60 ? 3 : match.value <= 200 ? 0.5 : match.value <= 500 ? -4 : -9, words)
    return match
  }

  private mutating func addHearts() -> Alignment.Match? {
    guard let match = Alignment.hearts(one.hearts, other.hearts, shift: shift) else { return nil }
    let value = match.value
    add(
      value >= 0.8 ? 3 : value >= 0.6 ? 1 : value >= 0.5 ? -2 : -10,
      "The heart rates agree \(value >= 0.8 ? "well" : value >= 0.5 ? "roughly" : "hardly") (\(tenths(value))).")
    return match
  }

  private func isSame(_ places: Alignment.Match?, _ hearts: Alignment.Match?) -> Bool {
    places.map { $0.value <= 60 } ?? false || hearts.map { $0.value >= 0.8 } ?? false
  }

  /// The same file, whose times a service has moved.
  private var isExact: Bool {
    guard abs(one.elapsed - other.elapsed) <= 2, let distance = one.distance, let compared = other.distance else {
      return false
    }
    return PairJudgement.ratio(distance, compared) >= 0.998
  }

  // MARK: Words

  private static func ratio(_ one: Double, _ other: Double) -> Double {
    let most = max(one, other)
    return most > 0 ? min(one, other) / most : 1
  }

  private func words(_ seconds: Double) -> String {
    let whole = Int(abs(seconds).rounded())
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min" }
    return whole % 3600 == 0 ? "\(whole / 3600) h" : "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  private func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
