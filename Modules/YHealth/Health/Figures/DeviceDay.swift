public import Days
public import FoundationEssentials
public import Kernel
public import Measures
public import Storage

/// What a device counted over a day, in one measure. One and the same for the same day, measure and source, so that what
/// is imported twice is there once.
public struct DeviceDay: Kept {
  public static let collection = "daily_measures"
  /// The source of what several came to together, with nothing counted twice.
  public static let all = "all"
  static let longestSource = 100
  static let greatest = 1_000_000_000.0

  public let id: ID<DeviceDay>
  public let day: CalendarDay
  /// A measure's name; one of a newer version's is kept as it is.
  public let kind: String
  public let amount: Double
  public let source: String

  /// What each kind is called.
  public static let titles = Dictionary(
    Measure.allCases.map { ($0.rawValue, $0.title) }, uniquingKeysWith: { first, _ in first })

  public var when: Date { day.noon }
  public var measure: Measure? { Measure(rawValue: kind) }

  /// What stands before the first colon of its source names the import that brought it, and what stands after it who
  /// counted there; without a colon nobody says which import it was.
  var origin: (import: String, counted: String) {
    guard let colon = source.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", source) }
    let (name, counted) = (source[..<colon], source[source.utf8.index(after: colon)...])
    return name.isEmpty || counted.isEmpty ? ("", source) : (String(name).trimmed, String(counted).trimmed)
  }

  /// Nil for what no server would take: an amount that is none or below nought, a day beyond the calendar.
  public init?(_ day: CalendarDay, _ measure: Measure, _ amount: Double, from source: String) {
    let source = String(source.replacing("\0", with: "").trimmed.prefix(DeviceDay.longestSource))
    guard amount.isFinite, (0...DeviceDay.greatest).contains(amount), (1...9999).contains(day.year), !source.isEmpty,
      source.unicodeScalars.count <= DeviceDay.longestSource
    else { return nil }
    id = ID(named: "\(day.text) \(measure.rawValue) \(source)")
    self.day = day
    kind = measure.rawValue
    self.amount = amount
    self.source = source
  }
}

extension CalendarDay {
  /// An instant that every zone but the outermost counts to this day: by it a day's record is ordered.
  var noon: Date { Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200) }
}
