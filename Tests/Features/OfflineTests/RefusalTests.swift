import Audit
import FoundationEssentials
import Interface
import Storage
import Testing

@testable import Offline

@Suite("Entries that the server refuses") struct RefusalTests {
  private static let words = OfflineWords([
    .init(
      "moods", one: "mood check-in", many: "mood check-ins", icon: .heart, fields: [.init("score", "Mood")],
      editing: Route(["log", "mood"]), refusals: ["score_range": "Mood must be from 1 to 10."])
  ])

  @Test(
    "a database's message becomes the sentence of the condition, and any other reason stays as it is",
    arguments: [
      (#"new row for relation "moods" violates check constraint "score_range""#, "Mood must be from 1 to 10."),
      (#"null value in column "score" of relation "moods" violates not-null constraint"#, "Mood is missing."),
      (#"null value in column "felt_at" of relation "moods" violates not-null constraint"#, "Felt at is missing."),
      ("A decision about consent is never changed.", "A decision about consent is never changed."),
      ("", "no reason was given"),
      (
        #"new row for relation "moods" violates check constraint "other""#,
        #"new row for relation "moods" violates check constraint "other""#
      ),
      (#"violates check constraint "score_range"#, "Mood must be from 1 to 10."),
    ])
  func sentences(reason: String, sentence: String) {
    #expect(RefusalTests.words.refusal(reason, of: "moods") == sentence)
    #expect(!RefusalTests.words.refusal(reason, of: "unknown").contains("Mood must"))
  }

  @Test("the queue, the entry and the last round say it, beside the ways to mend it")
  func shown() {
    var hand = Hand.online()
    hand.state = OfflineState(Sample.kinds, words: RefusalTests.words, storage: Sample.storage, seed: 7)
    hand.send(.begin)
    let reason = #"new row for relation "moods" violates check constraint "score_range""#
    hand.send(.looked(Sample.waiting([Sample.change(1, state: .aside(reason: reason))])))
    let said = "Not sent: Mood must be from 1 to 10."
    #expect(hand.nodes("/settings/sync").contains { $0.value?.hasPrefix("\(said), entered") == true })
    let entry = "/settings/sync/entry/\(Sample.identifier(1).uuidString.lowercased())"
    #expect(hand.node(said, at: entry) != nil)
    for way in ["Try again", "Edit", "Discard"] { #expect(hand.node(way, at: entry) != nil) }
    #expect(Audit.findings(of: hand.screen(entry), theme: .plain) == [])
  }
}
