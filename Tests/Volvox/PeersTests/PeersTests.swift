import Days
import JSON
import Kernel
import Testing

@testable import Peers

@Suite("Cards and conditions of other people") struct PeersTests {
  @Test("a card without a person or a name is none, and long texts are cut")
  func rubbish() {
    let id = "0190D000-0000-7000-8000-00000000000D"
    for json: JSON in [
      .null, 7, [], ["person": "x", "name": "A"], ["person": .string(id)], ["person": 7, "name": "A"],
    ] {
      #expect(PeerCard(json) == nil, "\(json)")
    }
    let card = PeerCard([
      "person": .string(id), "name": .string(String(repeating: "é", count: 5_000)), "sober_since": "yesterday",
      "availability": ["evenings", 7, .string(String(repeating: "x", count: 900))], "bio": "", "region": 7,
    ])
    #expect(card?.id == id.lowercased() && card?.name.count == 100)
    #expect(card?.soberSince == nil && card?.bio == nil && card?.region == nil)
    #expect(card?.availability.map(\.count) == [8, 40])
  }

  @Test("conditions of a newer version stay, and values of another kind are the usual ones")
  func conditions() {
    let former: JSON = ["languages": ["de"], "capacity": "many", "least_sobriety_days": -7, "programs": ["aa", 7]]
    var conditions = MatchingConditions(former)
    #expect(conditions.capacity == 3 && conditions.leastSobriety == 365 && conditions.programmes == ["aa"])
    conditions.isNearOnly = true
    let json = conditions.json(over: former)
    #expect(json["languages"] == ["de"] && json["same_region"] == true)
    #expect(MatchingConditions(json) == conditions)
  }

  @Test("a card shows what it says and leaves out the rest; lengths are in whole units")
  func rows() throws {
    let words = PeerWords(programmes: [.init("aa", "AA")], times: [.init("evenings", "Evenings")])
    let today = try #require(CalendarDay("2026-11-24"))
    let card = PeerCard(
      "p", name: "Noor", role: "sponsor", programme: "aa", soberSince: CalendarDay("2020-11-24"),
      availability: ["evenings"])
    let rows = words.facts(card, on: today)
    #expect(rows.map(\.label) == ["Role", "Recovery programme", "Sober for", "Availability"])
    #expect(rows.map(\.value) == ["Sponsor", "AA", "6 years", "Evenings"])
    let lengths = [
      ("2026-11-24", "0 days"), ("2026-11-23", "1 day"), ("2026-09-25", "60 days"), ("2026-09-24", "2 months"),
      ("2024-11-25", "23 months"), ("2024-11-24", "2 years"), ("1986-11-25", "39 years"), ("1986-11-24", "40 years"),
    ]
    for (since, length) in lengths {
      #expect(PeerWords.length(since: try #require(CalendarDay(since)), on: today) == length, "\(since)")
    }
  }
}
