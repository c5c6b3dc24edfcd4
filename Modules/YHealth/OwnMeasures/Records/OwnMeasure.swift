public import Kernel
internal import Numbers
public import Platform
public import Storage

/// A measure that a person has defined: a symptom, a medicine, blood pressure, or a number with a unit.
public struct OwnMeasure: Syncable {
  public static let collection = "own_measures"
  public static let longestName = 100
  public static let longestUnit = 20
  /// Number of measures that one person has.
  static let limit = 100
  /// The bounds of every number of a measure.
  public static let range = -1_000_000_000...1_000_000_000
  static let numbers = Double(range.lowerBound)...Double(range.upperBound)

  /// The kind of its values. The raw values are stored and sent, so they never change.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A symptom, from 0 to 10.
    case scale
    /// A medicine: taken or not, with a dose.
    case medicine
    /// Blood pressure: two values in mmHg.
    case pressure = "blood_pressure"
    case number
  }

  public internal(set) var id: ID<OwnMeasure>
  public var name: String
  public var kind: Kind
  /// The unit of a number, or of a medicine's dose.
  public var unit: String?
  /// The lowest number that a reading may have.
  public var least: Double?
  /// The highest number that a reading may have.
  public var most: Double?
  /// The usual dose of a medicine.
  public var dose: Double?
  public var isArchived: Bool
  public let createdAt: Date

  public var when: Date { createdAt }

  public init(
    id: ID<OwnMeasure>, name: String, kind: Kind, unit: String? = nil, least: Double? = nil, most: Double? = nil,
    dose: Double? = nil, isArchived: Bool = false, createdAt: Date
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.unit = unit
    self.least = least
    self.most = most
    self.dose = dose
    self.isArchived = isArchived
    self.createdAt = createdAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, name, kind, unit, dose
    case least = "lowest"
    case most = "highest"
    case isArchived = "is_archived"
    case createdAt = "created_at"
  }

  // MARK: Values

  static let scale = 0...10
  static let systolic = 40...300
  static let diastolic = 20...200

  /// The bounds of a number; a record of another program may have them in the wrong order.
  var bounds: ClosedRange<Double> {
    let all = OwnMeasure.numbers
    let (least, most) = (least ?? all.lowerBound, most ?? all.upperBound)
    return least < most ? least...most : all
  }

  /// "6.2 mmol/l".
  func said(_ value: Double, in numbers: NumberNotation) -> String {
    switch kind {
    case .scale: "\(numbers.text(value.thousandths)) of 10"
    case .pressure: "\(numbers.text(value.thousandths)) mmHg"
    case .medicine, .number: [numbers.text(value.thousandths), unit].compactMap(\.self).joined(separator: " ")
    }
  }

  // MARK: Names

  /// The name on one line, without characters that change the direction of the text around it.
  static func cleaned(_ typed: String) -> String {
    let scalars = typed.unicodeScalars.map { scalar -> Unicode.Scalar in
      CharacterKind.isBreak(scalar) ? " " : scalar
    }.filter { !CharacterKind.isHidden($0) }
    return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The name by which two measures are told apart.
  static func key(_ name: String) -> String { cleaned(name).lowercased() }

  static func isReadable(_ name: String) -> Bool {
    name.contains { $0.isLetter || $0.isNumber || $0.isSymbol || $0.isPunctuation }
  }
}

/// Characters that a name does not keep.
private enum CharacterKind {
  static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\t" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }
}

extension Double {
  /// The value without the rests of a calculation.
  var thousandths: Double { (self * 1000).rounded() / 1000 }
}

/// A measure as it is stored.
public struct StoredMeasure: Sendable, Equatable {
  public let measure: OwnMeasure
  let version: Version
  let isWaiting: Bool

  var id: UUID { measure.id.uuid }

  init(_ row: Opened<OwnMeasure>) {
    (measure, version) = (row.record, row.version)
    isWaiting = row.state == .dirty
  }
}
