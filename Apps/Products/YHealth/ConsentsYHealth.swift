internal import Consent
internal import Kernel
internal import Pillar
internal import ProductKit

extension ConsentPlan {
  static let yhealth = ConsentPlan(
    [
      .terms(of: "yHealth"),
      .privacy(
        of: "yHealth",
        usage:
          "There is no advertising, and nothing is sold or passed on. Which screens and buttons you use is recorded only if "
          + "you switch on “Anonymous analytics”, and stays on this device; how often a day goes to your server only with the "
          + "consent to daily counts of use.", version: 2),
      .health("Your meals, moods, sleep, weight and what your devices measured", of: "yHealth"),
      .usageCounts(of: "yHealth", switch: "Anonymous analytics"),
    ] + Pillar.allCases.map(ConsentText.analysis) + [.training],
    sending: ["terms", "privacy", ConsentText.healthData])
}

extension ConsentText {
  /// The consent to look for connections in the entries of one pillar.
  fileprivate static func analysis(of pillar: Pillar) -> ConsentText {
    let what =
      switch pillar {
      case .fitness: "workouts, steps, heart, weight and sleep"
      case .nutrition: "meals and drinks"
      case .wellbeing: "moods, energy, stress, journal and habits"
      }
    return ConsentText(
      pillar.rawValue, pillar.title, version: 1, isDeepOnly: true, agree: "I consent", refuse: "Leave it out",
      withdrawal:
        "Insights leave out your \(what) at once, also in what was found before. Your entries, scores and charts stay.",
      [
        "Insights look for what goes together in your days, on this device, and use your \(what). You can leave these out.",
        "Your entries, scores and charts do not depend on this. Your decision goes with your account.",
      ])
  }

  /// The consent to train models, of which there are none.
  fileprivate static let training = ConsentText(
    "ai-training", "AI training", version: 1, isDeepOnly: true, agree: "I consent", refuse: "I do not consent",
    withdrawal: "From now on nothing of yours may be used to train a model. Nothing has been so far.",
    [
      "yHealth trains no model with anybody's entries today.",
      "If that changes, only entries of people who agreed here may be used, and you are asked again with the text that says "
        + "what for. Unless you agree, yours are never used.",
    ])
}

extension Consents {
  /// The pillars that insights leave out. Consents that cannot be read allow nothing.
  nonisolated func withheldPillars() async -> Set<Pillar> {
    await states.wait { $0.reading != .unread && $0.reading != .underWay }
    let state = states.value
    return Set(Pillar.allCases.filter { state.reading != .done || state.isWithdrawn($0.rawValue) })
  }
}
