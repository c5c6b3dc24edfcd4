public import Platform

/// The identifier of one record, typed by the kind of the record.
public struct ID<Of>: Hashable, Sendable, Codable, CustomStringConvertible {
  public let uuid: UUID

  public init(_ uuid: UUID) { self.uuid = uuid }

  /// Parses the 36-character form of a UUID; nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return nil }
    self.uuid = uuid
  }

  public init(from decoder: any Decoder) throws { uuid = try UUID(from: decoder) }
  public func encode(to encoder: any Encoder) throws {
    // As a UUID and not as its text, so that an encoder can write its 16 bytes.
    var container = encoder.singleValueContainer()
    try container.encode(uuid)
  }

  public var description: String { uuid.uuidString.lowercased() }
}

/// A generator of identifiers: UUIDs of version 7, so that records sort on disk in order of creation.
public struct Identifiers: Sendable {
  private let make: @Sendable () -> UUID

  public init(_ make: @escaping @Sendable () -> UUID) { self.make = make }

  public func uuid() -> UUID { make() }
  public func next<Of>(_ kind: Of.Type = Of.self) -> ID<Of> { ID(make()) }

  public static func live(_ time: Time) -> Identifiers {
    Identifiers {
      var random = SystemRandomNumberGenerator()
      return version7(time.now().date, random.next(), random.next())
    }
  }

  /// A repeatable generator: yields the same identifiers for the same seed and the same times.
  public static func seeded(_ seed: UInt64, _ time: Time) -> Identifiers {
    let random = Locked(Seeded(seed))
    return Identifiers {
      let (high, low) = random.withLock { ($0.next(), $0.next()) }
      return version7(time.now().date, high, low)
    }
  }

  private static func version7(_ date: Date, _ high: UInt64, _ low: UInt64) -> UUID {
    let milliseconds = UInt64(max(0, date.timeIntervalSince1970 * 1000))
    let first = milliseconds << 16 | 0x7000 | high & 0x0FFF
    let second = 0x8000_0000_0000_0000 | low & 0x3FFF_FFFF_FFFF_FFFF
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
    return UUID(
      uuid: (
        byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3), byte(first, 4), byte(first, 5), byte(first, 6),
        byte(first, 7), byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3), byte(second, 4),
        byte(second, 5), byte(second, 6), byte(second, 7)
      ))
  }
}

/// A random number generator that repeats its sequence for the same seed (SplitMix64).
public struct Seeded: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
