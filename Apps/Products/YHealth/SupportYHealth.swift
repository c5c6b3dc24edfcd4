internal import Support

extension SupportPlan {
  /// The help centre of yHealth. The address is that of the program that ships it.
  static let yhealth = SupportPlan(
    "yHealth", mail: "support@yhealth.example", subject: "yHealth: a question",
    store: "https://apps.apple.com/app/yhealth",
    HelpContent(
      version: 1,
      [
        .init(
          "score", "How is my score made?",
          [
            "Each pillar has a score from 0 to 100 of what you logged: fitness, nutrition and wellbeing. The page of a pillar "
              + "lists the parts and what each adds."
          ]),
        .init(
          "bring-in", "How do I bring in what my watch has counted?",
          [
            "Profile, Devices takes the export of Apple Health, compressed or not. Days that are there already are not "
              + "counted twice."
          ]),
        .init(
          "offline", "Does it work without a connection?",
          [
            "Yes. Everything is kept on this device and sent when the server can be reached. Settings, Sync shows what waits."
          ]),
        .init(
          "mistake", "I logged something wrong. How do I change it?",
          [
            "Open the entry in the log and edit or delete it. “Undo” appears for a moment after each entry."
          ]),
        .init(
          "export", "How do I get my data out?",
          ["Settings, Your data exports everything into one file, which any device can import again."]),
        .init(
          "cancel", "How do I cancel Premium?",
          ["Settings, Subscription, Cancel subscription. Premium stays open until the end of what is paid."]),
      ]))
}
