internal import Hours
public import JSON
public import Platform

/// The names under which a person's preferences for notifications are kept, the same in every product.
public enum NoticeSettingName {
  public static let all = "notifications"
  public static let quietHours = "notifications.quiet-hours"
  public static let frequency = "notifications.frequency"
  /// The end of a pause in whole seconds since 1970; 0 for none.
  public static let pausedUntil = "notifications.paused-until"

  /// The switch of one kind, by the kind's setting.
  public static func kind(_ setting: String) -> String { "\(all).\(setting)" }

  /// The notifications of a day that a person gets who has not chosen another number.
  public static let usualFrequency = 3
}

extension NoticeRules {
  /// Reads the preferences from kept settings. What is missing or cannot be read has its default.
  public init(settings: [String: JSON]) {
    let prefix = "\(NoticeSettingName.all)."
    var kinds: [String: Bool] = [:]
    for (name, value) in settings where name.hasPrefix(prefix) {
      if let isOn = value.bool { kinds[String(name.dropFirst(prefix.count))] = isOn }
    }
    let quiet = settings[NoticeSettingName.quietHours].flatMap { value in
      (try? JSON.data(value)).flatMap { try? JSONDecoder().decode(TimeWindow.self, from: $0) }
    }
    let cap = settings[NoticeSettingName.frequency]?.number.flatMap { Int(exactly: $0) }
    self.init(
      isOn: settings[NoticeSettingName.all]?.bool ?? true, kinds: kinds, quiet: quiet ?? .night,
      cap: cap.map { max(0, $0) } ?? NoticeSettingName.usualFrequency,
      silentUntil: NoticeRules.pauseEnd(settings[NoticeSettingName.pausedUntil]?.number))
  }

  /// The end of a pause as it is kept in the settings; nil for none.
  public static func pauseEnd(_ seconds: Double?) -> Date? {
    seconds.flatMap { 1...253_402_300_799 ~= $0 ? Date(timeIntervalSince1970: $0) : nil }
  }
}
