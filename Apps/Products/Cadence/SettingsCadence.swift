internal import Coaching
internal import Interface
internal import ProductKit
internal import Settings

extension SettingsPlan {
  static let cadence = SettingsPlan(
    [
      .display, .accessibility(),
      Category(
        "Units", id: "units", icon: .run, about: "Distance and pace", [.init([.set(UnitSettings.distance)])]),
      .privacy(entries: true), .about("Cadence", "A running coach that says why.", links: .legalTexts),
    ],
    elsewhere: .ofAccounts + [
      .help, .connectedApps, .subscription, .lock, .consent,
      SettingsPlan.Elsewhere(
        "Coach's words", at: CoachingPlaces.model, icon: .chat, about: "The coach itself, or a language model"),
      SettingsPlan.Elsewhere(
        "Microphone", at: CoachingPlaces.microphone, icon: .microphone, about: "Answers by voice"),
    ], isSynced: true)
}
