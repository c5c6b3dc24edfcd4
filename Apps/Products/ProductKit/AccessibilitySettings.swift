package import Interface
package import Settings
internal import Shell

/// Accessibility preferences, under the same keys in every product.
package enum AccessibilitySettings {
  package static let contrast = Setting.choice(
    "contrast", "Contrast", [(ContrastChoice.system, "System"), (.more, "High")], fallback: .system
  ) {
    $0.hint = "High uses pure grounds and stronger colours."
    $0.keywords = ["accessibility", "colours", "readable"]
  }

  package static let haptics = Setting.choice(
    "haptics", "Vibration", [(Feedback.Haptics.off, "Off"), (.light, "Light"), (.strong, "Strong")], fallback: .light
  ) {
    $0.hint = "Felt at a press, and when something is done or has failed. Needs a device that can vibrate."
    $0.keywords = ["accessibility", "haptic", "touch"]
  }

  package static let sounds = Setting.toggle("sounds", "Sounds", fallback: false) {
    $0.hint = "Short tones for the same events, for those who do not look at the screen."
    $0.keywords = ["accessibility", "audio", "tones"]
  }

  package static let captions = Setting.toggle("captions", "Captions and visual alerts", fallback: false) {
    $0.hint = "Spoken announcements and sounds appear as text, and the edge of the screen marks what arrives."
    $0.keywords = ["accessibility", "subtitles", "deaf", "flash"]
  }

  package static let timeLimits = Setting.choice(
    "time-limits", "Messages stay",
    [(TimeLimits.usual, "Usual time"), (.longer, "Longer"), (.none, "Until dismissed")],
    fallback: .usual
  ) {
    $0.hint = "Longer warns before a message goes, and can start its time again."
    $0.keywords = ["accessibility", "time-out", "toast"]
  }
}

extension AccessibilitySettings {
  package static let switches = Setting.choice(
    "switches", "Switch control",
    [
      (SwitchChoice.off, "Off"), (.one, "One switch that selects"), (.two, "Two switches"),
      (.dwell, "One switch that moves on"),
    ], fallback: .off
  ) {
    $0.hint = "A frame goes over groups of controls, then over the controls of one. Two switches move on and select."
    $0.keywords = ["accessibility", "scan", "motor", "one button"]
  }

  package static let switchStop = Setting.choice(
    "switch-stop", "Time for each stop",
    [
      (500, "½ second"), (1_000, "1 second"), (1_500, "1½ seconds"), (2_000, "2 seconds"), (3_000, "3 seconds"),
      (5_000, "5 seconds"), (8_000, "8 seconds"),
    ], fallback: 1_500, isFolded: true
  ) {
    $0.hint = "With one switch: until the frame moves on by itself, or until staying selects."
    $0.keywords = ["accessibility", "scan speed", "dwell"]
  }

  package static let switchKeys = Setting.choice(
    "switch-keys", "Keys of the switches",
    [(SwitchKeys.spaceAndEnter, "Space and Enter"), (.oneAndTwo, "1 and 2"), (.functionKeys, "F7 and F8")],
    fallback: .spaceAndEnter
  ) {
    $0.hint = "The keys that the first and the second switch send. They do nothing else while switch control is on."
    $0.keywords = ["accessibility", "keyboard"]
  }

  package static let voiceControl = Setting.toggle("voice-control", "Voice control", fallback: false) {
    $0.hint = "Say “tap Save” or “show numbers”, or type it. Your browser or device turns speech into text."
    $0.keywords = ["accessibility", "speech", "commands", "hands free"]
  }
}

extension [SettingsPlan.Section] {
  /// The accessibility preferences of every product. One with a lock links to the time after which it locks.
  package static func accessibility(hasLock: Bool) -> [SettingsPlan.Section] {
    let lock: [SettingsPlan.Row] =
      hasLock ? [.link("Time without use before it locks", Route(["settings", "lock"]), .lock)] : []
    return [
      .init("Contrast", [.set(AccessibilitySettings.contrast)]),
      .init(
        "Feedback",
        [
          .set(AccessibilitySettings.haptics), .set(AccessibilitySettings.sounds), .set(AccessibilitySettings.captions),
        ]),
      .init("Time limits", [.set(AccessibilitySettings.timeLimits)]),
      .init(
        "Switches and voice",
        [
          .set(AccessibilitySettings.switches), .set(AccessibilitySettings.switchStop),
          .set(AccessibilitySettings.switchKeys), .set(AccessibilitySettings.voiceControl),
        ]),
    ] + (lock.isEmpty ? [] : [.init("Locking", lock)])
  }
}

extension SettingsPlan.Category {
  /// The accessibility category of a product whose display settings are a category of their own.
  package static func accessibility(hasLock: Bool = true) -> SettingsPlan.Category {
    SettingsPlan.Category(
      "Accessibility", id: "accessibility", icon: .person, about: "Contrast, vibration, sounds, switches, voice",
      .accessibility(hasLock: hasLock) + [
        .init("Also", [.link("Theme, text size, motion", Route(["settings", "display"]), .sun)])
      ])
  }
}
