import FoundationEssentials
import JSON
import Kernel
import Testing

@testable import Compatibility

@Suite("A ranking asked for in JSON") struct MatchDocumentTests {
  static let viewer = """
    {"person": "me", "name": "Sam", "role": "sponsee", "recovery_program": "AA", "sober_since": "2026-01-10",
     "region": "Berlin, Germany", "availability": ["evenings", "weekends"], "bio": null,
     "preferences": {"programs": ["AA"], "least_sobriety_days": 730}, "blocked": ["d"],
     "declined": [{"person": "e", "at": "2026-05-20T10:00:00Z"}], "now": "2026-06-01T10:00:00Z", "zone": "Europe/Berlin"}
    """

  private func candidate(_ id: String, _ since: String, _ more: String = "") throws -> Candidate {
    try MatchDocument.candidate(
      try JSON(
        text: """
          {"person": "\(id)", "role": "sponsor", "recovery_program": "aa", "sober_since": "\(since)", \(more)
           "region": "Berlin, Germany", "availability": ["anytime"]}
          """), at: "line 1")
  }

  @Test("Matches come with reasons, the best first, then those closed out with their gate")
  func answered() throws {
    let document = try MatchDocument(viewer: try JSON(text: MatchDocumentTests.viewer), now: Date())
    let people = [
      try candidate("a", "2023-01-01"), try candidate("b", "2010-01-01"), try candidate("c", "2025-01-01"),
      try candidate("d", "2010-01-01"), try candidate("e", "2010-01-01"),
      try candidate("f", "2010-01-01", "\"sponsees\": 3,"),
    ]
    let rows = try #require(document.answer(people).array)
    #expect(rows.map { $0["id"]?.string } == ["b", "a", "c", "d", "e", "f"])
    #expect(rows.map { $0["gate"]?.string } == [nil, nil, "sobriety", "blocked", "cooldown", "capacity"])
    let reasons = try #require(rows[0]["reasons"]?.array)
    #expect(reasons.compactMap { $0["points"]?.number }.reduce(0, +) == rows[0]["score"]?.number)
    #expect(reasons[1]["words"] == "You can both talk: evenings and weekends.")
    #expect(document.answer(people.reversed()) == document.answer(people))
  }

  @Test(
    "A mistake is named",
    arguments: [
      (#"{"role": "sponsor"}"#, "line 7 has no “person”."),
      (#"{"person": "a"}"#, "line 7 has no role that is known here."),
      (#"{"person": "a", "role": "friend"}"#, "line 7 has no role that is known here."),
      (#"{"person": 5, "role": "sponsor"}"#, "“person” of line 7 is a number, not a text of 1 to 10,000 bytes."),
      (#"{"person": "a", "role": "both", "sober_since": "soon"}"#, "sober_since of line 7 is not a date."),
      (
        #"{"person": "a", "role": "both", "availability": "evenings"}"#,
        "“availability” of line 7 is a text, not a list."
      ),
      (
        #"{"person": "a", "role": "both", "preferences": {"capacity": -1}}"#,
        "“capacity” of preferences of line 7 is a number, not a whole number from 0 to 1,000,000."
      ), ("[]", "line 7 has no “person”."),
    ])
  func flawed(_ text: String, _ sentence: String) throws {
    let json = try JSON(text: text)
    #expect { _ = try MatchDocument.candidate(json, at: "line 7") } throws: { ($0 as? Problem)?.what == sentence }
  }
}
