import Testing
import TrainingPlan

@Suite("Signs for a doctor") struct WarningSignsTests {
  @Test(
    "a sign is found in a sentence, also beside something that is denied",
    arguments: WarningSentences.ofReaders + WarningSentences.alarming + WarningSentences.unseen)
  func alarming(_ text: String) {
    #expect(WarningSigns.sign(in: text) == .doctor)
    #expect(WarningSigns.isFound(in: "Thank you. \(text.uppercased())"))
  }

  @Test(
    "a thought of harming oneself is a crisis, not an appointment with a doctor", arguments: WarningSentences.ofCrisis)
  func crisis(_ text: String) {
    #expect(WarningSigns.sign(in: text) == .crisis)
    #expect(WarningSigns.sign(in: "I had chest pain. \(text)") == .crisis)
  }

  @Test("the advice of a crisis names people to talk to, and both name the emergency number")
  func advice() {
    #expect(WarningSigns.Sign.crisis.advice.contains("crisis line"))
    #expect(!WarningSigns.Sign.crisis.advice.contains("doctor"))
    #expect(WarningSigns.Sign.doctor.advice.contains("see a doctor"))
    for sign in [WarningSigns.Sign.doctor, .crisis] { #expect(sign.advice.contains("emergency number")) }
  }

  @Test("what is harmless, denied or about something else is no sign", arguments: WarningSentences.harmless)
  func harmless(_ text: String) {
    #expect(WarningSigns.sign(in: text) == nil)
  }

  @Test("rubbish and long texts are read to a bound", arguments: ["", ",,,", "\u{0}", "🏃", "chest", "no", "pain,"])
  func rubbish(_ text: String) {
    #expect(!WarningSigns.isFound(in: text))
    #expect(!WarningSigns.isFound(in: String(repeating: text + " ", count: 2000)))
  }
}
