internal import Forms
internal import Kernel
internal import Platform
internal import Units

extension MoodEntry: Logged {
  static let kind = LogKind.mood
  static let scale = 1...10
  static let usual = 5

  static let feelings = [
    "calm", "happy", "grateful", "hopeful", "proud", "energetic", "tired", "stressed", "anxious", "sad", "angry",
    "lonely",
  ]

  static let questions: [FormInput<FormField>] = [
    FormInput(.mood, "Mood", .scale(scale, usual: usual) { MoodEntry.said($0) }),
    FormInput(.feelings, "Feelings", .several(.words(feelings))),
    FormInput(.note, "Note", .text(longest: 5000, isLong: true)) { $0.isDeepOnly = true },
  ]

  /// "7 of 10, good".
  static func said(_ mood: Int) -> String { "\(mood) of 10, \(word(for: mood))" }

  static func word(for mood: Int) -> String {
    let words = [
      "awful", "very bad", "bad", "not great", "so-so", "fine", "good", "very good", "great", "wonderful",
    ]
    return words[min(max(mood, scale.lowerBound), scale.upperBound) - 1]
  }

  init(_ id: ID<MoodEntry>, reading form: inout FormReader<FormField>) {
    self.init(
      id: id, mood: form.whole(.mood, in: MoodEntry.scale) ?? MoodEntry.usual,
      feelings: form.list(.feelings, most: 20), note: form.text(.note, longest: 5000), feltAt: form.instant())
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([.mood: String(mood), .feelings: FormValues<FormField>.text(of: feelings), .note: note ?? ""])
  }

  var entry: LogEntry { .mood(self) }

  func words(in amounts: AmountNotation) -> String {
    let felt = feelings.isEmpty ? "" : ": " + feelings.joined(separator: ", ").brief(60)
    return "Mood \(MoodEntry.said(mood))\(felt)"
  }
}
