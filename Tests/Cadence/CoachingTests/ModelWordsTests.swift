import Testing

@testable import Coaching

@Suite("Words of a model") struct ModelWordsTests {
  private func passed(_ parts: [String], of texts: [String]) -> String {
    var words = ModelWords(of: texts)
    return parts.map { words.take($0) }.joined() + words.finish()
  }

  @Test("a sentence with a number that no entry has is left out, however it is cut or written")
  func lies() {
    let texts = ["You run 30 km on 3 days. The aim is 1:45:00, in 12.5 weeks."]
    let kept = ["You run 30 km.", "1:45:00 is the aim.", "No number here.", "30 km, 3 days, 12.5 weeks."]
    for sentence in kept {
      #expect(passed([sentence], of: texts) == sentence)
    }
    for lie in [
      "You run 31 km.", "You run 300 km.", "1:45:01 is the aim.", "12.6 weeks.", "12,5 weeks.", "It takes four weeks.",
      "Ninety-nine kilometres.", "½ of it.", "٣ days.", "Run twice as far.", "30.5 km.", "3km and 4km.",
    ] {
      #expect(passed([lie], of: texts) == "", "\(lie)")
      #expect(passed(lie.map { String($0) }, of: texts) == "", "\(lie)")
      #expect(passed(["Good. " + lie + " Fine."], of: texts) == "Good. Fine.", "\(lie)")
    }
  }

  @Test("a reply is passed on sentence by sentence, and one without an end does not fill the memory")
  func streamed() {
    var words = ModelWords(of: [])
    #expect(words.take("Well do") == "" && words.isEmpty)
    #expect(words.take("ne. And") == "Well done.")
    #expect(words.take(" on") == "" && !words.isEmpty)
    #expect(words.finish() == " And on")
    var endless = ModelWords(of: [])
    for _ in 0..<100 { #expect(endless.take(String(repeating: "a", count: 1_000)) == "") }
    #expect(endless.finish() == "" && endless.isEmpty)
  }
}
