internal import Forms
internal import Kernel
internal import Platform
internal import Units

extension JournalEntry: Logged {
  static let kind = LogKind.journal
  static let longestBody = 50_000

  static let questions: [FormInput<FormField>] = [
    FormInput(.title, "Title", .text(longest: 500)) { $0.isDeepOnly = true },
    FormInput(.body, "What is on your mind", .text(longest: longestBody, isLong: true)) { $0.isRequired = true },
    FormInput(.tags, "Tags", .text(longest: 1000)) {
      $0.isDeepOnly = true
      $0.hint = "Words separated by commas."
      $0.example = "work, sleep"
    },
  ]

  init(_ id: ID<JournalEntry>, reading form: inout FormReader<FormField>) {
    self.init(
      id: id, title: form.text(.title, longest: 500),
      body: form.required(.body, longest: JournalEntry.longestBody, else: "Write something first."),
      tags: form.list(.tags, separator: ",", most: 20), writtenAt: form.instant())
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([.title: title ?? "", .body: body, .tags: tags.joined(separator: ", ")])
  }

  var entry: LogEntry { .journal(self) }
  func words(in amounts: AmountNotation) -> String { "Journal: \((title ?? body).brief())" }
}
