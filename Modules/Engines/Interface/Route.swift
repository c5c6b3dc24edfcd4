/// A location in the product: a path and its parameters. Features refer to each other only through routes.
public struct Route: Sendable, Hashable {
  public static let longest = 512

  public let path: [String]
  public let parameters: [String: String]

  public init(_ path: [String], _ parameters: [String: String] = [:]) {
    self.path = path
    self.parameters = parameters
  }

  /// Parses "/pillars/fitness?range=30". Nil for text that is too long, contains ".." or an escaped slash within a
  /// segment, or is not plain text.
  public init?(_ text: String) {
    guard text.utf8.count <= Route.longest else { return nil }
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let segments = (halves.first ?? "").split(separator: "/").map { Route.decoded($0) }
    var parameters: [String: String] = [:]
    for pair in halves.count == 2 ? halves[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Route.decoded(sides[0]), let value = Route.decoded(sides.count == 2 ? sides[1] : ""),
        !name.isEmpty, parameters.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    let path = segments.compactMap { $0 }
    guard path.count == segments.count, path.allSatisfy(Route.isSegment) else { return nil }
    self.init(path, parameters)
    // Letters beyond ASCII grow when they are escaped, and the canonical form must be parseable again.
    guard self.text.utf8.count <= Route.longest else { return nil }
  }

  /// The canonical form, with parameters sorted by name.
  public var text: String {
    let query = parameters.sorted { $0.key < $1.key }.map { "\(Route.encoded($0))=\(Route.encoded($1))" }
    return "/" + path.map(Route.encoded).joined(separator: "/") + (query.isEmpty ? "" : "?")
      + query.joined(separator: "&")
  }

  private static func isSegment(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.contains("/")
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes percent escapes; nil for a broken escape, invalid UTF-8 and control characters.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
          return nil
        }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
    return decoded.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : decoded
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Route: CustomStringConvertible {
  public var description: String { text }
}

extension Route: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let route = Route(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a route")
    }
    self = route
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
