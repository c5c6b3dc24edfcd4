import Testing

@testable import MessageSealing

@Suite("Key phrases") struct RecoveryPhraseTests {
  @Test("nine words are the same phrase in any case and with any separators")
  func typed() throws {
    for _ in 0..<200 {
      let phrase = RecoveryPhrase.random()
      #expect(phrase.text.split(separator: " ").count == 9)
      #expect(try RecoveryPhrase(typed: phrase.text) == phrase)
      let other = " " + phrase.text.uppercased().replacing(" ", with: " - ") + ".\n"
      #expect(try RecoveryPhrase(typed: other) == phrase)
    }
    let known = try #require(RecoveryPhrase(seed: Array(0..<16)))
    #expect(known.text.hasPrefix("babad bamag"))
    #expect(RecoveryPhrase(seed: [1, 2]) == nil)
  }

  @Test("a missing word, a word of another kind, a changed letter and two words in the wrong order are told apart")
  func wrong() throws {
    let words = RecoveryPhrase.random().text.split(separator: " ").map(String.init)
    func problem(_ words: [String]) -> RecoveryPhraseProblem? {
      do throws(RecoveryPhraseProblem) { _ = try RecoveryPhrase(typed: words.joined(separator: " ")) } catch {
        return error
      }
      return nil
    }
    #expect(problem(Array(words.dropLast())) == .count(8))
    #expect(problem([]) == .count(0))
    var changed = words
    changed[3] = "hello"
    #expect(problem(changed) == .word(number: 4))
    #expect(RecoveryPhraseProblem.word(number: 4).sentence.hasPrefix("Word 4 is no word of a key phrase."))
    // Two bytes of checksum let one of 65,536 through.
    var found = 0
    for index in words.indices {
      var swapped = words
      swapped[index] = swapped[index] == "babab" ? "babad" : "babab"
      if problem(swapped) == .checksum { found += 1 }
    }
    #expect(found >= words.count - 1)
    var turned = words
    turned.swapAt(0, 1)
    #expect(words[0] == words[1] || problem(turned) == .checksum)
  }

  @Test(
    "any text is read or refused",
    arguments: ["", " ", "é é é é é é é é é", "babab", String(repeating: "babab ", count: 9_000)])
  func rubbish(text: String) {
    #expect(throws: RecoveryPhraseProblem.self) { try RecoveryPhrase(typed: text) }
  }

  @Test("a phrase is in no description or dump")
  func redacted() {
    let phrase = RecoveryPhrase.random()
    let (identity, words) = (MessagingIdentity(phrase), phrase.text.split(separator: " "))
    for text in ["\(phrase)", "\(identity)", String(reflecting: phrase), String(reflecting: identity)] {
      #expect(!words.contains { text.contains($0) })
    }
    var dumped = ""
    dump(identity, to: &dumped)
    #expect(!dumped.contains("\(phrase.seed[0])") || dumped.count < 80)
  }
}
