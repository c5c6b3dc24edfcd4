internal import Support

extension SupportPlan {
  /// The help centre of Daily PA. The address is that of the program that ships it.
  static let dailypa = SupportPlan(
    "Daily PA", mail: "support@dailypa.example", subject: "Daily PA: a question",
    store: "https://apps.apple.com/app/daily-pa",
    HelpContent(
      version: 1,
      [
        .init(
          "one-line", "How do I add something quickly?",
          [
            "Write it in one line, such as “dentist tomorrow at 9”. Daily PA shows what it understood before it adds it."
          ]),
        .init(
          "offline", "Does it work without a connection?",
          ["Yes. Everything is kept on this device and sent when the server can be reached."]),
        .init(
          "receipt", "A receipt was read wrong. What can I do?",
          ["Correct the amount, the date or the shop before you save it. The picture stays with the expense."]),
        .init(
          "calendar", "Can I use my other calendars?",
          ["Yes. The calendar imports and exports calendar files, which other calendars read and write."]),
        .init(
          "export", "How do I get my data out?",
          ["Settings, Your data exports everything into one file, which any device can import again."]),
      ]))
}
