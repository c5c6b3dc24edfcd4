internal import Measures

/// Sleep by night and source, kept as recorded until the whole export is read.
struct Nights {
  static let mostPieces = 400_000
  static let mostOfANight = 1000
  /// The longest sleep of one night, in seconds.
  static let longest = 86_400

  private struct Piece {
    let start: Int16
    let end: Int16
    let stage: SleepStage
  }

  private var nights: [UInt32: [Piece]] = [:]
  private var count = 0

  /// The day that a sleep with this end belongs to.
  static func day(ending wall: Int) -> Int { (wall + 6 * 3600 - 1) / 86_400 }

  /// Adds a stretch, in seconds of local time; returns false when the table is full.
  mutating func add(_ stage: SleepStage, from start: Int, to end: Int, source: Int) -> Bool {
    let day = Nights.day(ending: end)
    // 06:00 of the day before.
    let zero = day * 86_400 - 18 * 3600
    let key = GatherKey.key(0, day: day, source: source)
    let kept = nights[key]?.count ?? 0
    guard count < Nights.mostPieces, kept < Nights.mostOfANight else { return false }
    // Rounded to the nearest half minute.
    let first = max(0, (start - zero + 15) / 30)
    let last = max(first, min(Night.slots, (end - zero + 15) / 30))
    nights[key, default: []].append(Piece(start: Int16(first), end: Int16(last), stage: stage))
    count += 1
    return true
  }

  /// Sources are ordered by name, because their numbers depend on the order of the records.
  func each(_ names: [String], _ body: (_ measure: Measure, _ day: Int, _ source: Int?, _ amount: Double) -> Void) {
    let keys = nights.keys.sorted()
    var start = 0
    while start < keys.count {
      var end = start
      var all: [(night: Night, name: String)] = []
      let day = GatherKey.day(keys[start])
      while end < keys.count, GatherKey.isSameDay(keys[start], keys[end]) {
        var night = Night()
        for piece in nights[keys[end]] ?? [] { night.lay(piece.stage, Int(piece.start)..<Int(piece.end)) }
        for (measure, amount) in night.figures { body(measure, day, GatherKey.source(keys[end]), amount) }
        all.append((night, names[GatherKey.source(keys[end])]))
        end += 1
      }
      let whole = Night.together(all.sorted { $0.name < $1.name }.map(\.night))
      for (measure, amount) in whole.figures { body(measure, day, nil, amount) }
      start = end
    }
  }
}
