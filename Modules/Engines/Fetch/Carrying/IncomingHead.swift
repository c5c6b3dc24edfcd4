internal import HTTP

/// The header fields of a response, as libcurl passes them line by line. After a redirect only those of the last
/// response are kept.
struct IncomingHead {
  private(set) var fields: [Outgoing.Field] = []
  /// Bytes of all lines, including those of earlier responses.
  private(set) var size = 0

  mutating func hear(_ line: UnsafeRawBufferPointer) {
    size += line.count
    if line.starts(with: "HTTP/".utf8) {
      fields = []
      return
    }
    guard let mark = line.firstIndex(of: UInt8(ascii: ":")), mark > 0 else { return }
    let value = IncomingHead.trimmed(line[(mark + 1)...])
    fields.append(
      Outgoing.Field(
        String(decoding: line[..<mark], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)))
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
    return bytes
  }
}
