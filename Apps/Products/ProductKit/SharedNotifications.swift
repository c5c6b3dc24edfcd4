package import Hours
internal import Interface
internal import Notices
internal import Notifications
package import Settings

/// Settings of notifications, under the same keys in every product: one for all, one for each kind, quiet hours, and how
/// many a day.
package enum NotificationSettings {
  package static let all = Setting.toggle(NoticeSettingName.all, "All notifications", fallback: true) {
    $0.hint = "Off silences every kind at once."
    $0.keywords = ["mute", "silence"]
  }

  /// The setting of one kind. Its name is stored, so it never changes.
  package static func kind(_ name: String, _ title: String) -> Setting<Bool> {
    .toggle(NoticeSettingName.kind(name), title, fallback: true) {
      $0.under = NoticeSettingName.all
      $0.keywords = ["notification"]
    }
  }

  package static let quietHours = Setting.window(NoticeSettingName.quietHours, "Quiet hours", fallback: .night) {
    $0.hint = "What comes meanwhile waits until they end."
    $0.keywords = ["sleep", "night", "do not disturb"]
  }

  package static let frequency = Setting.number(
    NoticeSettingName.frequency, "Notifications a day", within: .init(light: 1...3, deep: 1...8), unit: "a day",
    fallback: NoticeSettingName.usualFrequency
  ) { $0.keywords = ["frequency", "how often", "cap"] }

  /// The end of a pause in whole seconds since 1970; 0 for none. The screen of this device shows it.
  package static let pausedUntil = Setting.number(
    NoticeSettingName.pausedUntil, "Paused until", within: .init(0...253_402_300_799), unit: "seconds", fallback: 0)
}

extension SettingsPlan.Category {
  /// The category of notifications with a product's kinds, and further timing of its own. A product that sends some has
  /// `sends` set, which adds the links to what is planned and to this device. One that sends only what the person asked for
  /// has no number a day.
  package static func notifications(
    _ kinds: [Setting<Bool>], timing more: [SettingsPlan.Row] = [], sends: Bool = false, isCapped: Bool = true
  ) -> SettingsPlan.Category {
    let device: [SettingsPlan.Section] =
      sends
      ? [
        .init(
          "This device",
          [
            .link("Notifications on this device", NotificationsPlaces.device, .device),
            .link("What is planned, and why", NotificationsPlaces.why, .clock),
          ])
      ] : []
    let cap: [SettingsPlan.Row] = isCapped ? [.set(NotificationSettings.frequency)] : []
    return SettingsPlan.Category(
      "Notifications", id: "notifications", name: "Notification Settings", icon: .bell,
      about: isCapped ? "Kinds, quiet hours, how many a day" : "Kinds, times, quiet hours",
      [
        .init([.set(NotificationSettings.all)]), .init("Kinds", kinds.map { .set($0) }),
        .init("Timing", [.set(NotificationSettings.quietHours)] + cap + more),
      ] + device, unlisted: sends ? [NotificationSettings.pausedUntil.any] : [])
  }
}
