import Testing
import TrainingPlan

@Suite("Signs for a doctor") struct WarningSignsTests {
  @Test(
    "a sign is found in a sentence, also beside something that is denied",
    arguments: [
      "I feel tightness in my chest and get dizzy when I run",
      "I had chest pain on the hill",
      "chest pain after 5 km",
      "I can’t breathe",
      "My chest felt really tight on the last interval",
      "A pressure on the chest that came and went",
      "Pain in my left arm while running",
      "I got dizzy after the second lap",
      "I almost fainted at the finish",
      "I collapsed after the race",
      "Passed out on the track yesterday",
      "I felt light-headed and had to sit down",
      "I have palpitations in the evening",
      "My heart is racing even at rest",
      "My heart keeps skipping beats",
      "I am short of breath when lying in bed",
      "Coughing up blood since yesterday",
      "My left leg went numb",
      "My calf is swollen and warm",
      "I can't put weight on my foot",
      "No, I had chest pain again",
      "I cannot run without chest pain",
      "No knee pain, but chest pressure",
      "I did not stop and got dizzy",
      "Not only dizzy, I saw double vision",
      "I don't have knee pain, dizzy though",
      "I could not breathe on the hill",
    ])
  func alarming(_ text: String) {
    #expect(WarningSigns.isFound(in: text))
    #expect(WarningSigns.isFound(in: "Thank you. \(text.uppercased())"))
  }

  @Test(
    "what is harmless, denied or about something else is no sign",
    arguments: [
      "My legs are tired",
      "No chest pain, just tired legs",
      "I never had chest pain or palpitations",
      "No dizziness, chest pain or numbness today",
      "My chest does not hurt",
      "Not dizzy at all, felt great",
      "The chest strap of my watch is too tight",
      "My chest strap hurts",
      "Chest press and squats in the gym",
      "The number of runs a week is three",
      "My heart was racing on the last interval",
      "Out of breath after the hill, as usual",
      "My resting heart rate is 48",
      "I collapsed on the sofa after the long run",
      "My form collapsed in the last kilometre",
      "A faint hope of a sub-3 marathon",
      "My blood pressure is fine, the blood test too",
      "My toes get numb in the cold",
      "I can't put on weight",
      "My knee hurts a little",
      "Pressure at work, so I skipped a run",
      "Ran without chest pain or dizziness",
      "The heat was heavy, my legs too",
      "I can't breathe through my nose, I have a cold",
      "Legs heavy, chest fine",
      "I feel fine",
    ])
  func harmless(_ text: String) {
    #expect(!WarningSigns.isFound(in: text))
  }

  @Test("rubbish and long texts are read to a bound", arguments: ["", ",,,", "\u{0}", "🏃", "chest", "no", "pain,"])
  func rubbish(_ text: String) {
    #expect(!WarningSigns.isFound(in: text))
    #expect(!WarningSigns.isFound(in: String(repeating: text + " ", count: 2000)))
  }
}
