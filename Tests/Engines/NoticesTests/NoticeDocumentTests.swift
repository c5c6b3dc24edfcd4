import Chance
import FoundationEssentials
import JSON
import Kernel
import Testing

@testable import Notices

@Suite("A plan asked for in JSON") struct NoticeDocumentTests {
  static let text = """
    {"now": "2026-06-10T04:00:00Z", "until": "2026-06-12T00:00:00Z",
     "zones": [{"from": "2026-01-01T00:00:00Z", "zone": "Europe/Berlin"}],
     "settings": {"enabled": true, "kinds": {"meal": false}, "quiet": {"start": "22:00", "end": "07:00"},
                  "mode": "light", "cap": 2},
     "opens": [{"kind": "workout", "at": "2026-06-09T16:00:00Z"}],
     "candidates": [
       {"id": "a", "kind": "check-in", "at": "2026-06-10T08:00:00Z", "expires": null},
       {"id": "b", "kind": "meal", "at": "2026-06-10T17:00:00Z"},
       {"id": "c", "kind": "message", "at": "2026-06-10T21:00:00Z", "expires": "2026-06-12T00:00:00Z"},
       {"id": "d", "kind": "message", "at": "2026-06-10T20:30:00Z", "expires": "2026-06-12T00:00:00Z"}]}
    """

  private func flaw(_ change: (String) -> String) throws -> String {
    let json = try JSON(text: change(NoticeDocumentTests.text))
    do {
      _ = try NoticeDocument(json, kinds: [])
    } catch {
      return error.what
    }
    return "nothing"
  }

  @Test("The answer has a decision, an instant and a reason for each candidate")
  func answered() throws {
    let document = try NoticeDocument(try JSON(text: NoticeDocumentTests.text), kinds: [])
    let rows = try #require(NoticeDocument.answer(NoticePlan(document.inputs)).array)
    #expect(rows.map { $0["id"]?.string } == ["a", "b", "c", "d"])
    #expect(rows.map { $0["decision"]?.string } == ["send", "drop", "hold", "merge"])
    #expect(
      rows.map { $0["at"]?.string } == ["2026-06-10T08:00:00Z", nil, "2026-06-11T05:00:00Z", "2026-06-11T05:00:00Z"])
    #expect(rows[1]["at"] == .null && rows.allSatisfy { $0["why"]?.string?.hasSuffix(".") == true })
  }

  @Test("The mode bounds the cap")
  func bounded() throws {
    func cap(_ mode: String, _ cap: String) throws -> Int? {
      let text = NoticeDocumentTests.text.replacing(
        "\"mode\": \"light\", \"cap\": 2", with: "\"mode\": \"\(mode)\", \"cap\": \(cap)")
      return try NoticeDocument(try JSON(text: text), kinds: []).inputs.rules.cap
    }
    #expect(try cap("light", "9") == 3 && cap("light", "null") == 3)
    #expect(try cap("deep", "9") == 8 && cap("deep", "5") == 5)
  }

  @Test("Each mistake is named with its place")
  func flawed() throws {
    #expect(try flaw { $0.replacing("\"07:00\"", with: "\"22:00\"") } == "End time must be after start time.")
    #expect(
      try flaw { $0.replacing("Europe/Berlin", with: "Europe/Atlantis") }
        == "zones[0].zone is not a zone that is known here.")
    #expect(
      try flaw { $0.replacing("2026-06-10T17:00:00Z", with: "teatime") }
        == "candidates[1].at is a text, not an instant such as 2026-11-23T18:00:00Z.")
    #expect(
      try flaw { $0.replacing("\"cap\": 2", with: "\"cap\": -2") }
        == "settings.cap is a number, not a whole number from 0 to 1000.")
    // A misspelt list would plan nothing without a word.
    #expect(
      try flaw { $0.replacing("\"candidates\"", with: "\"candidate\"") } == "candidates is missing, not a list.")
    let stay = "{\"from\": \"2026-01-01T00:00:00Z\", \"zone\": \"Europe/Berlin\"}"
    #expect(
      try flaw { $0.replacing(stay, with: "\(stay), \(stay.replacing("Europe/Berlin", with: "Asia/Tokyo"))") }
        == "Two “zones” begin at the same instant.")
    #expect(try flaw { $0.replacing("\"id\": \"b\"", with: "\"id\": \"a\"") } == "Two candidates have the same id.")
    #expect(
      try flaw { $0.replacing("2026-06-12T00:00:00Z\",\n \"zones", with: "2026-06-01T00:00:00Z\",\n \"zones") }
        == "“until” is before “now”.")
    #expect(
      try flaw { $0.replacing("2026-06-12T00:00:00Z\",\n \"zones", with: "2999-06-01T00:00:00Z\",\n \"zones") }
        == "The plan is longer than 20 years.")
    #expect(try flaw { $0.replacing("\"light\"", with: "\"loud\"") } == "settings.mode is “loud”.")
    #expect(
      try flaw { $0.replacing("{\"meal\": false}", with: "{\"mael\": false}") }
        == "settings.kinds names “mael”, which is no kind.")
    #expect(try flaw { _ in "[]" } == "the file is a list, not an object.")
    #expect(try flaw { _ in "{}" } == "now is missing, not an instant such as 2026-11-23T18:00:00Z.")
  }

  @Test("An instant is printed in whole seconds, and never earlier than it is")
  func instants() throws {
    let json = try JSON(
      text: NoticeDocumentTests.text.replacing("2026-06-10T08:00:00Z", with: "2026-06-10T08:00:00.123456789Z"))
    let answer = NoticeDocument.answer(NoticePlan(try NoticeDocument(json, kinds: []).inputs))
    #expect(answer.array?.first?["at"] == "2026-06-10T08:00:01Z")
    #expect(NoticeDocument.instant(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
  }

  @Test("A kind is named as a product, its setting or a candidate names it, and a mistake lists those names")
  func kinds() throws {
    func refusal(_ name: String) throws -> String? {
      let json = try JSON(text: NoticeDocumentTests.text.replacing("{\"meal\": false}", with: "{\"\(name)\": false}"))
      do throws(Problem) {
        _ = try NoticeDocument(json, kinds: [NoticeKind("workout", setting: "prompts")])
        return nil
      } catch {
        return error.remedy
      }
    }
    for name in ["meal", "message", "workout", "prompts"] { #expect(try refusal(name) == nil) }
    #expect(try refusal("mael") == "The kinds are check-in, meal, message, prompts, workout.")
  }
}
