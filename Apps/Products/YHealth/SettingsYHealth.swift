internal import Analytics
internal import Hours
internal import Interface
internal import Mode
internal import ProductKit
internal import Settings
internal import Voice
internal import WhatsApp

/// Settings specific to yHealth. Values are stored under these names, which never change.
enum YHealthSettings {
  enum Channel: String, Settable { case app, whatsapp, voice, any }
  enum Rhythm: String, Settable {
    case atOnce = "at-once"
    case daily, weekly

    var value: WhatsAppRhythm {
      switch self {
      case .atOnce: .atOnce
      case .daily: .daily
      case .weekly: .weekly
      }
    }
  }
  enum Tone: String, Settable {
    case supportive, motivational, direct, gentle

    var value: CoachTone {
      switch self {
      case .supportive: .supportive
      case .motivational: .motivational
      case .direct: .direct
      case .gentle: .gentle
      }
    }
  }
  enum Focus: String, Settable { case fitness, nutrition, wellbeing, balanced }

  static let kinds = [
    kind("check-in", "Check-in Reminders"), kind("insights", "Insights & Discoveries"),
    kind("coaching", "Coaching Nudges"), kind("milestones", "Goal Milestones"), kind("recovery", "Recovery Alerts"),
    kind("prompts", "Meal/Workout Prompts"),
  ]

  static let checkInTime = Setting.times(
    "notifications.check-in-time", "Check-in time", atMost: 1, fallback: [.at(8)]
  ) {
    $0.hint = "When you are asked how you feel."
    $0.under = "notifications.check-in"
    $0.keywords = ["morning", "reminder"]
  }

  private static func kind(_ name: String, _ title: String) -> Setting<Bool> { NotificationSettings.kind(name, title) }

  static let scheme = Looks.scheme(system: "Auto (follow system)")
  static let textSize = Setting.choice(
    Looks.textSize.key, "Text size", [(85, "Small"), (100, "Medium"), (150, "Large"), (200, "Extra Large")],
    fallback: 100
  ) { $0.keywords = ["font", "larger", "smaller", "zoom"] }
  static let reduceMotion = Looks.motion(isDeepOnly: true)

  static let channel = Setting.choice(
    "channel", "Preferred interaction channel",
    [(Channel.app, "Mobile App"), (.whatsapp, "WhatsApp"), (.voice, "Voice"), (.any, "No preference")], fallback: .any
  ) { $0.hint = "It comes first in the top bar, and your coach's nudges lead there." }

  static let callTimes = Setting.times("voice.call-times", "Scheduled call times", atMost: 6) {
    $0.hint = "A notification at these times begins a voice session."
    $0.keywords = ["voice coaching", "phone"]
  }

  static let whatsapp = Setting.toggle("whatsapp", "WhatsApp messages", fallback: false) {
    $0.hint = "Your coach's nudges also come in WhatsApp, once it is linked. Opt in or out at any time."
    $0.keywords = ["opt-in", "opt-out"]
  }

  static let whatsappRhythm = Setting.choice(
    "whatsapp.frequency", "Message frequency",
    [(Rhythm.atOnce, "As they come"), (.daily, "Once a day"), (.weekly, "Once a week")], fallback: .daily
  ) {
    $0.under = "whatsapp"
    $0.isDeepOnly = true
  }

  static let focus = Setting.choice(
    "goal-focus", "Default goal focus",
    [(Focus.fitness, "Fitness"), (.nutrition, "Nutrition"), (.wellbeing, "Wellbeing"), (.balanced, "Balanced")],
    fallback: .balanced
  ) { $0.keywords = ["goals", "pillar"] }

  static let tone = Setting.choice(
    "coaching-tone", "Coaching tone",
    [(Tone.supportive, "Supportive"), (.motivational, "Motivational"), (.direct, "Direct"), (.gentle, "Gentle")],
    fallback: .supportive
  ) {
    $0.hint = "The words of your coach and of its nudges."
    $0.keywords = ["coach", "words"]
  }

  static let analytics = Setting.toggle("sharing.analytics", "Anonymous analytics", fallback: false) {
    $0.hint =
      "Which screens and buttons you use, never what you enter. It stays on this device, unless you consent to daily counts."
    $0.keywords = ["usage", "statistics", "tracking"]
  }

  /// While it is on, the help centre shows the studies of its content.
  static let research = Setting.toggle("sharing.research", "Product research", fallback: false) {
    $0.hint = "Whether those who run your server may ask you to take part in studies."
    $0.keywords = ["study", "survey"]
  }

  static let mode = Setting.choice(
    "mode", "Flexibility mode", [(Mode.light, "Light"), (.deep, "Deep")], fallback: .light
  ) { $0.hint = "Light shows the essential, Deep shows everything." }
}

extension SettingsPlan {
  private typealias Own = YHealthSettings

  static let yhealth = SettingsPlan(
    mode: Own.mode,
    [
      .notifications(Own.kinds, timing: [.set(Own.checkInTime)], sends: true),
      Category(
        "Display", id: "display", name: "Display & Accessibility", icon: .sun, about: "Theme, text size, motion",
        [
          .init([.set(Own.scheme), .set(Own.textSize), .set(Own.reduceMotion)]),
          .init("Also", [.link("Contrast, vibration, sounds", Route(["settings", "accessibility"]), .person)]),
        ]), .accessibility(),
      Category(
        "Units", id: "units", icon: .weight, about: "Weight, distance, drinks, energy",
        [
          .init([
            .set(UnitSettings.weight), .set(UnitSettings.volume), .set(UnitSettings.energy),
            .set(UnitSettings.distance),
          ])
        ]),
      Category(
        "Channels", id: "channels", name: "Channels (Voice/WhatsApp)", icon: .chat, about: "App, voice, WhatsApp",
        [
          .init([.set(Own.channel)]), .init("Voice coaching", [.set(Own.callTimes)]),
          .init(
            "WhatsApp",
            [.set(Own.whatsapp), .set(Own.whatsappRhythm), .link("Link WhatsApp", WhatsAppState.route, .chat)]),
        ]),
      Category(
        "Goals & Coaching", id: "goals-coaching", icon: .flag, about: "Focus, tone, Light or Deep",
        [.init([.set(Own.focus), .set(Own.tone), .set(Own.mode)])]),
      .privacy(
        "Privacy & Data", entries: true,
        sharing: [
          .set(Own.analytics), .link("Recorded events", AnalyticsState.route, .list), .set(Own.research),
        ]),
      .about(
        "yHealth", "Fitness, nutrition and wellbeing in equal parts.", title: "About & Support",
        links: .legalTexts + [
          .link("Help Center", Route(["help"]), .book), .link("Sign in or out", Route(["account"]), .person),
        ]),
    ], elsewhere: .ofAccounts + [.connectedDevices, .help, .subscription, .lock, .consent], isSynced: true)
}
