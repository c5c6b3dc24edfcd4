public import Platform

/// The locale and time zone of one window, as its browser, terminal or shell reports them. What is nil was not reported,
/// or was not valid.
public struct RegionalSettings: Sendable, Hashable {
  /// A BCP 47 tag such as "de-DE".
  public var locale: String?
  public var zone: TimeZone?
  /// The units that the person chose, as private-use subtags of the locale such as "lb-mi".
  public var units: String?

  public init() {}

  /// Reads a locale and the IANA name of a zone. What is not valid counts as not reported.
  public init(locale: String?, zone: String? = nil) {
    self.locale = locale.flatMap(RegionalSettings.tag)
    self.zone = zone.flatMap { TimeZone(named: $0) }
  }

  /// Reads the environment of a process in a terminal: LC_ALL, LC_NUMERIC, LC_TIME and LANG, of which the first one set
  /// counts, and TZ.
  public init(environment: [String: String]) {
    let name = ["LC_ALL", "LC_NUMERIC", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let zone = environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    self.init(locale: name.flatMap(RegionalSettings.posixTag), zone: zone)
  }

  /// Reads the first language of an Accept-Language header that is valid, such as "de-DE" of "de-DE,de;q=0.9,en;q=0.8".
  /// Browsers list languages in order of preference.
  public init(acceptLanguage header: String) {
    guard header.utf8.count <= 1000 else { return }
    locale =
      header.split(separator: ",").lazy.compactMap { part in
        RegionalSettings.tag(part.prefix { $0 != ";" }.filter { $0 != " " })
      }.first
  }

  public var isEmpty: Bool { locale == nil && zone == nil }

  /// These settings, completed by others.
  public func completed(by other: RegionalSettings) -> RegionalSettings {
    var settings = self
    settings.locale = locale ?? other.locale
    settings.zone = zone ?? other.zone
    settings.units = units ?? other.units
    return settings
  }

  /// The same instant with these settings.
  public func moment(_ moment: Moment) -> Moment {
    let locale = locale ?? moment.locale
    return Moment(
      moment.date, in: zone ?? moment.zone,
      locale: units.map { RegionalSettings.withoutUnits(locale) + "-x-" + $0 } ?? locale)
  }

  /// A locale without the private-use subtags that name units: "en-US" for "en-US-x-kg".
  public static func withoutUnits(_ locale: String) -> String {
    let parts = locale.split(separator: "-", omittingEmptySubsequences: false)
    return parts.prefix { $0 != "x" }.joined(separator: "-")
  }

  /// Whether a locale writes the month before the day of a date in words: "November 22, 2026".
  public static func putsMonthFirst(_ locale: String) -> Bool {
    let plain = withoutUnits(locale)
    return plain.hasSuffix("-US") || plain.hasSuffix("_US")
  }

  /// The longest tag that is accepted, in bytes; BCP 47 requires no more.
  public static let longestTag = 35

  /// The text with hyphens, if it has the form of a BCP 47 tag: a language of two to eight letters, and parts of one to
  /// eight letters or digits.
  public static func tag(_ text: String) -> String? {
    guard (2...longestTag).contains(text.utf8.count) else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let language = parts.first, (2...8).contains(language.utf8.count), language.utf8.allSatisfy(\.isLetter),
      parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } })
    else { return nil }
    return parts.joined(separator: "-")
  }

  /// The tag of a locale's name in POSIX, such as "de_DE.UTF-8@euro"; nil for "C" and "POSIX".
  private static func posixTag(_ name: String) -> String? {
    let plain = name.prefix { $0 != "." && $0 != "@" }
    return plain == "POSIX" ? nil : tag(String(plain))
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

/// The regional settings of a person's windows. A window takes what it did not report from the person's last window that
/// did, and the person, on whose behalf shared work is done, is where that window is.
public final class WindowRegions: Sendable {
  private struct Held {
    var windows: [WindowID: RegionalSettings] = [:]
    var last = RegionalSettings()
    var units: (@Sendable () -> String?)?
  }

  private let held = Locked(Held())

  public init() {}

  /// Records what a window reported, and makes it the person's last window. What it does not report stays as it was.
  /// Returns whether that changed anything.
  @discardableResult
  public func set(_ settings: RegionalSettings, of window: WindowID) -> Bool {
    held.withLock { held in
      let before = (held.windows[window], held.last)
      let settings = settings.completed(by: held.windows[window] ?? RegionalSettings())
      held.windows[window] = settings
      held.last = settings.completed(by: held.last)
      return before != (settings, held.last)
    }
  }

  /// Puts the person into the zone in which they were last, until a window reports where it is.
  public func resume(in zone: TimeZone) { held.withLock { held in held.last.zone = held.last.zone ?? zone } }

  /// Makes a window the person's last one.
  public func activate(_ window: WindowID) {
    held.withLock { held in
      if let settings = held.windows[window] { held.last = settings.completed(by: held.last) }
    }
  }

  /// Forgets a window that has closed. Its settings remain the person's while it was the last one.
  public func remove(_ window: WindowID) { _ = held.withLock { $0.windows.removeValue(forKey: window) } }

  /// Forgets all zones, when the clock has been set to another one.
  public func forgetZones() {
    held.withLock { held in
      held.last.zone = nil
      held.windows = held.windows.mapValues { RegionalSettings(locale: $0.locale) }
    }
  }

  /// Takes the person's choice of units, which all of their windows share, from here on from `units`.
  public func followUnits(_ units: @escaping @Sendable () -> String?) { held.withLock { $0.units = units } }

  /// The settings of a window, or of the person.
  public func settings(of window: WindowID? = nil) -> RegionalSettings {
    let (reported, units) = held.withLock { held in
      (window.flatMap { held.windows[$0] }.map { $0.completed(by: held.last) } ?? held.last, held.units)
    }
    guard let units = units?() else { return reported }
    var settings = reported
    settings.units = units
    return settings
  }
}
