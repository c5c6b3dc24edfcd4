internal import JSON

/// JSON built by interpolation: literals and `raw:` values are inserted as they are, other texts are quoted.
struct RawJSON: ExpressibleByStringInterpolation {
  let bytes: [UInt8]

  init(stringLiteral words: StaticString) {
    var bytes: [UInt8] = []
    bytes += words
    self.bytes = bytes
  }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    mutating func appendLiteral(_ words: StaticString) { bytes += words }
    mutating func appendInterpolation(_ text: String) { JSONBytes.append(string: text, to: &bytes) }
    mutating func appendInterpolation(_ number: Int) { JSONBytes.append(Int64(number), to: &bytes) }
    mutating func appendInterpolation(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }
  }
}

extension Array where Element == UInt8 {
  static func += (left: inout [UInt8], right: StaticString) {
    right.withUTF8Buffer { left.append(contentsOf: $0) }
  }

  init(_ json: RawJSON) { self = json.bytes }
}
