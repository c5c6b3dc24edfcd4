internal import Kernel

/// A reference to large content stored beside the records, named by the keyed hash of that content: equal content is
/// stored once, and the name reveals nothing. A record holds it as one of its fields.
public struct Blob: Sendable, Hashable, Codable {
  public static let largest = 64 << 20
  static let nameLength = 32

  let name: [UInt8]
  public let size: Int

  init(name: [UInt8], size: Int) {
    self.name = name
    self.size = size
  }

  private enum CodingKeys: String, CodingKey { case name, size }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let name = Blob.name(try container.decode(String.self, forKey: .name)) else {
      throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: "not a blob's name")
    }
    self.name = name
    size = try container.decode(Int.self, forKey: .size)
  }

  /// Returns nil for text that is not the name of a blob.
  static func name(_ hex: String) -> [UInt8]? {
    let text = hex.utf8
    guard text.count == 2 * nameLength else { return nil }
    let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.count else { return nil }
    return (0..<nameLength).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(hex, forKey: .name)
    try container.encode(size, forKey: .size)
  }

  var hex: String { name.hexadecimal }
}
