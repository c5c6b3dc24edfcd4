/// A right beyond what every user has, by the name that the store and the screens share.
public struct Entitlement: Sendable, Hashable {
  public let name: String

  /// Nil for a name that is empty, longer than 40 characters or not made of lowercase letters, digits and hyphens.
  public init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-")
    }
    guard isPlain, (1...40).contains(name.utf8.count) else { return nil }
    self.name = name
  }

  /// The name for display.
  public var title: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}

/// A name in the program's own text. An invalid one is a fault of the program, and stops it.
extension Entitlement: ExpressibleByStringLiteral {
  public init(stringLiteral name: StaticString) {
    guard let entitlement = Entitlement("\(name)") else {
      preconditionFailure("“\(name)” is no name of an entitlement.")
    }
    self = entitlement
  }
}

extension Entitlement: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let entitlement = Entitlement(name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(name.count) characters are no entitlement")
    }
    self = entitlement
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
