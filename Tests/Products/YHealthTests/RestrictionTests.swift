import Testing

@testable import YHealth

@Suite("Functions that need the server") struct RestrictionTests {
  @Test("each explains in one sentence that it needs a connection")
  func sentences() {
    #expect(Restriction.voice.sentence == "Voice requires internet. Try again when online.")
    for restriction in Restriction.allCases {
      #expect(restriction.sentence.contains("internet") || restriction.sentence.contains("online"))
    }
    #expect(Set(Restriction.allCases.map(\.sentence)).count == 4)
  }
}
