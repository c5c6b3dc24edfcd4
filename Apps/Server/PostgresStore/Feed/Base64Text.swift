internal import FoundationEssentials

/// Base64 encoding, for bytes in notifications.
enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { Data(base64Encoded: Data(text)).map { Array($0) } }
}
