public import Platform

/// The digits that two people compare to know that nobody stands between them: the same on both devices, whoever looks.
public struct SecurityCode: Sendable, Hashable {
  /// Twelve groups of five digits.
  public let groups: [String]

  public init(_ one: UUID, _ signing: [UInt8], and other: UUID, _ otherSigning: [UInt8]) {
    let halves = [(one, signing), (other, otherSigning)].map { SecurityCode.half($0.0, $0.1) }
    groups = halves.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
  }

  /// "12345 67890 …", for a person to read aloud.
  public var text: String { groups.joined(separator: " ") }

  private static func half(_ person: UUID, _ signing: [UInt8]) -> [String] {
    let hash = Libsodium.hash([person.bytes, signing], for: "Troupe security code")
    return (0..<6).map { group in
      let number = hash[(group * 5)..<(group * 5 + 5)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
      let digits = String(number)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }
  }
}
