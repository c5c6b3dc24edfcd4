import Compatibility
import Days
import Foundation
import Testing

@testable import Volvox

/// 20,000 sponsors' cards of one programme, of which one reading holds 5,000 and one answer 500. 20 people ask on 45 days. The
/// cards differ in place, time, sobriety and what is filled in, so that scores decide within a reading.
@Suite("Fairness of matching with more cards than one reading holds")
struct MatchFairnessTests {
  private static let cards = 20_000
  private static let viewers = 20
  private static let days = 45
  private static let begin = Date(timeIntervalSince1970: 1_795_456_800)

  @Test("of 20,000 cards nearly all are suggested to somebody within weeks, and suggestions are spread")
  func twentyThousand() {
    var chance = SeededPeople()
    let today = CalendarDay(Self.begin, in: .gmt)
    let pool = (0..<Self.cards).map { _ in chance.candidate(.sponsor, on: today) }.sorted { $0.id < $1.id }
    let ids = pool.map(\.id)
    // By last edit, as it was: everybody reads the same cards, unless others are saved.
    let edited = Set(pool.indices.shuffled(using: &chance).prefix(MatchList.mostRead))
    var (turns, lately) = ([String: Int](), [String: Int]())
    for _ in 0..<Self.viewers {
      let viewer = chance.candidate(.sponsee, on: today)
      // The scores stay as they are meanwhile, so that all cards are ranked once; a card is its place in the pool.
      let ranked = Ranking.rank(pool, for: Viewpoint(viewer, now: Self.begin, in: .gmt)).map(\.place)
      for card in ranked.lazy.filter({ edited.contains($0) }).prefix(MatchList.most) {
        lately[ids[card], default: 0] += Self.days
      }
      var isOpen = [Bool](repeating: false, count: Self.cards)
      for card in ranked { isOpen[card] = true }
      for day in 0..<Self.days {
        let start = MatchTurn.start(for: viewer.id, on: Self.begin.addingTimeInterval(Double(day) * 86_400))
        let from = ids.firstIndex { $0 >= start } ?? 0
        let read = (from..<from + MatchList.mostRead).map { $0 % Self.cards }
        let turn = Set(read.lazy.filter { isOpen[$0] }.prefix(MatchTurn.most).map { ids[$0] })
        let isRead = Set(read)
        let reading = ranked.filter { isRead.contains($0) }
        for card in MatchTurn.answer(reading, most: MatchList.most, turn: turn, id: { ids[$0] }) {
          turns[ids[card], default: 0] += 1
        }
      }
    }
    let (now, before) = (Spread(turns, of: ids), Spread(lately, of: ids))
    print("matching with 20,000 cards: \(now.text); in the order of the last edit: \(before.text)")
    #expect(now.never < 0.05 && now.gini < 0.7)
    #expect(before.never > 0.75, "three quarters were never read")
  }

  @Test("a place moves on by the golden section of the ring, and is the same all day")
  func places() {
    let person = "0190d000-0000-7000-8000-00000000000d"
    let first = MatchTurn.start(for: person, on: Self.begin)
    #expect(first == MatchTurn.start(for: person, on: Self.begin.addingTimeInterval(3_600)))
    #expect(UUID(uuidString: first)?.uuidString.lowercased() == first)
    #expect(first != MatchTurn.start(for: "0190d000-0000-7000-8000-00000000000e", on: Self.begin))
    // The largest gap between the places of some days in a row, as a share of the ring.
    for (days, share) in [(6, 0.25), (34, 0.05)] {
      let places = (0..<days).map { day in
        let text = MatchTurn.start(for: person, on: Self.begin.addingTimeInterval(Double(day) * 86_400))
        return Double(UInt64(text.filter { $0 != "-" }.prefix(16), radix: 16) ?? 0) / 0x1p64
      }.sorted()
      let gaps = zip(places, places.dropFirst() + [(places.first ?? 0) + 1]).map { $1 - $0 }
      #expect((gaps.max() ?? 1) < share, "\(days) days")
    }
  }
}

/// The share of cards that were never suggested, and the Gini coefficient of how often each was.
private struct Spread {
  let never: Double
  let gini: Double

  init(_ counts: [String: Int], of ids: [String]) {
    let sorted = ids.map { counts[$0] ?? 0 }.sorted()
    let (number, sum) = (Double(sorted.count), Double(sorted.reduce(0, +)))
    never = Double(sorted.count { $0 == 0 }) / number
    let weighted = sorted.enumerated().reduce(0.0) { $0 + Double($1.offset + 1) * Double($1.element) }
    gini = 2 * weighted / (number * sum) - (number + 1) / number
  }

  var text: String {
    "never suggested \((never * 1000).rounded() / 10) %, Gini \((gini * 100).rounded() / 100)"
  }
}

/// The same people in every run.
private struct SeededPeople: RandomNumberGenerator {
  private var state: UInt64 = 23

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func candidate(_ role: Candidate.Role, on today: CalendarDay) -> Candidate {
    let (high, low) = (next(), next())
    let bytes =
      (0..<8).map { UInt8(truncatingIfNeeded: high >> ($0 * 8)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> ($0 * 8)) }
    let id = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString.lowercased()
    let times = ["mornings", "afternoons", "evenings", "weekends"].filter { _ in Bool.random(using: &self) }
    return Candidate(
      id, role: role, program: "AA", soberSince: today.following(-Int.random(in: 400...9_000, using: &self)),
      region: Bool.random(using: &self) ? "City \(Int.random(in: 0..<50, using: &self)), Germany" : nil,
      availability: Availability(names: times), bio: Bool.random(using: &self) ? "Words" : nil,
      looksFor: Bool.random(using: &self) ? "Words" : nil, sponsees: Int.random(in: 0..<3, using: &self))
  }
}
