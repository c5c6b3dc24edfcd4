internal import Support

extension SupportPlan {
  /// The help centre of Volvox.Sober. The address is that of the program that ships it. It is no help in a crisis, which has
  /// a place of its own.
  static let volvox = SupportPlan(
    "Volvox.Sober", mail: "support@volvox.example", subject: "Volvox.Sober: a question",
    store: "https://apps.apple.com/app/volvox-sober",
    HelpContent(
      version: 1,
      [
        .init(
          "crisis", "I need somebody to talk to now. Where do I turn?",
          [
            "Open Help now on the first screen: it has the numbers of crisis lines. In danger, call your local emergency number.",
            "Messages to support are answered by people who look after the app, not by counsellors.",
          ]),
        .init(
          "sober-date", "How do I set or change my sober date?",
          ["On the first screen, open your sober days. A date that was set before stays in your history."]),
        .init(
          "who-sees", "Who sees that I am here?",
          [
            "Only members that you are connected with, and those to whom you are suggested. Settings and your profile say "
              + "what each of them sees."
          ]),
        .init(
          "read-messages", "Who can read my messages?",
          ["You and the person you write with. They are sealed on your device before they are sent."]),
        .init(
          "leave", "How do I end a connection?",
          ["Open it under Connections and choose to end it. You can block somebody there too."]),
        .init(
          "delete", "How do I delete my account?",
          ["Account, Delete account. After 14 days, in which you can change your mind, everything is erased."]),
      ]))
}
