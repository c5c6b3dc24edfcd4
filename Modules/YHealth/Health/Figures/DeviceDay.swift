public import Days
internal import Forms
public import Kernel
public import Measures
public import Platform
public import Storage

/// A device's amount of one measure on one day. Its identifier follows from day, measure and source, so that a repeated
/// import replaces it.
public struct DeviceDay: Syncable {
  public static let collection = "daily_measures"
  /// The source name for several sources together, with nothing counted twice.
  public static let all = "all"
  static let longestSource = 100
  static let greatest = 1_000_000_000.0

  public let id: ID<DeviceDay>
  public let day: CalendarDay
  /// The measure's name; an unknown name of a newer version is kept as it is.
  public let kind: String
  public let amount: Double
  public let source: String

  /// The title of each kind.
  public static let titles = Dictionary(
    Measure.allCases.map { ($0.rawValue, $0.title) }, uniquingKeysWith: { first, _ in first })

  public var when: Date { day.noon }
  public var measure: Measure? { Measure(rawValue: kind) }

  /// The two parts of the source name: the import that delivered it, before the first colon, and the device that
  /// counted, after it. Without a colon the import is unknown.
  var origin: (import: String, counted: String) {
    guard let colon = source.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", source) }
    let (name, counted) = (source[..<colon], source[source.utf8.index(after: colon)...])
    return name.isEmpty || counted.isEmpty ? ("", source) : (String(name).trimmed, String(counted).trimmed)
  }

  /// Nil for what no server would accept: an amount that is not finite or negative, or a day out of range.
  public init?(_ day: CalendarDay, _ measure: Measure, _ amount: Double, from source: String) {
    let source = String(source.replacing("\0", with: "").trimmed.prefix(DeviceDay.longestSource))
    guard DeviceDay.isSound(day, amount, source) else { return nil }
    id = ID(named: "\(day.text) \(measure.rawValue) \(source)")
    self.day = day
    kind = measure.rawValue
    self.amount = amount
    self.source = source
  }

  /// Whether the record says which source counted a possible amount on a possible day. A record that came from elsewhere
  /// is stored as it is, and counts only if it is sound.
  var isSound: Bool { DeviceDay.isSound(day, amount, source) }

  private static func isSound(_ day: CalendarDay, _ amount: Double, _ source: String) -> Bool {
    amount.isFinite && (0...greatest).contains(amount) && (1...9999).contains(day.year)
      && source.contains { !$0.isWhitespace } && source.unicodeScalars.count <= longestSource
  }

  public enum CodingKeys: String, ColumnKey {
    case id, day, kind, amount, source
  }
}

extension CalendarDay {
  /// Noon of the day in UTC, which is the same day in all but the outermost zones: the record's position in time.
  var noon: Date { Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200) }
}
