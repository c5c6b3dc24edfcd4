internal import Support

extension SupportPlan {
  /// The help centre of Cadence. The address is that of the program that ships it.
  static let cadence = SupportPlan(
    "Cadence", mail: "support@cadence.example", subject: "Cadence: a question",
    store: "https://apps.apple.com/app/cadence",
    HelpContent(
      version: 1,
      [
        .init(
          "pain", "It hurts when I run. What do I do?",
          [
            "Stop, and see a doctor with chest pain, fainting, or pain that changes how you walk. Cadence is wellness, not medicine.",
            "Mark the pain with your run: from 4 of 10 on your plan offers a comeback by run and walk.",
          ]),
        .init(
          "why", "Where does a number of my plan come from?",
          ["Today shows the reason below each number. Plan, Why this plan lists all rules with their evidence."]),
        .init(
          "change", "I am ill, or have missed a run. How does my plan change?",
          [
            "On Today, choose what happened. You see each day that changes, with its reason, before you use the changed plan.",
            "A change for an illness is always free. Without Full Access one other change in four weeks is.",
          ]),
        .init(
          "model", "Who writes the coach's messages?",
          [
            "The coach's own words are built in and need no network. In Settings, Coach's words you can choose a language model "
              + "for them; it decides nothing, and you are asked before anything is sent to it.",
            "When a model fails three times in a row, the coach goes on in its own words. Nothing that you said is lost.",
          ]),
        .init(
          "delete", "How do I delete my account?",
          ["Account, Delete account. After 14 days, in which you can change your mind, everything is erased."]),
      ]))
}
