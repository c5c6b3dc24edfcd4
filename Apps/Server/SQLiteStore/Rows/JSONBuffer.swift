internal import CSQLite
internal import Glibc

/// A growing byte buffer for JSON, written directly from SQLite's columns.
final class JSONBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// The capacity that is kept between two responses.
  private static let kept = 262_144

  init() {
    capacity = 4096
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  func clear() {
    count = 0
    guard capacity > Self.kept else { return }
    base.deallocate()
    capacity = 4096
    base = .allocate(capacity: capacity)
  }

  func array(from start: Int = 0) -> [UInt8] {
    Array(UnsafeBufferPointer(start: base + start, count: count - start))
  }

  /// Truncates the output to an earlier length.
  func cut(to length: Int) { count = min(count, length) }

  @inline(__always)
  private func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    let wanted = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = wanted
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  func append(sign: Unicode.Scalar) { append(UInt8(ascii: sign)) }

  @inline(__always)
  func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    memcpy(base + count, bytes, length)
    count += length
  }

  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { append(start, $0.count) } }
  }

  func append(words: StaticString) { append(words.utf8Start, words.utf8CodeUnitCount) }

  func append(_ number: Int64) {
    reserve(20)
    if number < 0 { append(sign: "-") }
    var rest = number.magnitude
    var places = 1
    var bound: UInt64 = 10
    while rest >= bound {
      places += 1
      bound = bound &* 10
      if places == 20 { break }
    }
    var at = count + places
    count = at
    for _ in 0..<places {
      at -= 1
      base[at] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    }
  }

  /// Appends a JSON string with quotation marks and escapes.
  func append(quoted text: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length + 2)
    base[count] = UInt8(ascii: "\"")
    count += 1
    var start = 0
    var at = 0
    while true {
      at = Self.plain(text, from: at, length)
      if at > start { append(text + start, at - start) }
      if at == length { break }
      escape(text[at])
      at += 1
      start = at
    }
    append(UInt8(ascii: "\""))
  }

  func append(quoted text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let start = bytes.baseAddress { append(quoted: start, bytes.count) } else { append(words: "\"\"") }
    }
  }

  /// Returns the position of the next byte that needs an escape. Tests eight bytes at a time, by the highest bit of
  /// each.
  @inline(__always)
  private static func plain(_ text: UnsafePointer<UInt8>, from start: Int, _ length: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var at = start
    while at + 8 <= length {
      let word = UnsafeRawPointer(text + at).loadUnaligned(as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      let found =
        ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      if found & highs != 0 { break }
      at += 8
    }
    while at < length {
      let byte = text[at]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return at }
      at += 1
    }
    return length
  }

  private func escape(_ byte: UInt8) {
    append(sign: "\\")
    switch byte {
    case 0x08: append(sign: "b")
    case 0x09: append(sign: "t")
    case 0x0A: append(sign: "n")
    case 0x0C: append(sign: "f")
    case 0x0D: append(sign: "r")
    case 0x22, 0x5C: append(byte)
    default:
      append(words: "u00")
      append(byte < 0x10 ? 0x30 as UInt8 : 0x31)
      let low = byte & 15
      append(low < 10 ? 0x30 + low : 0x57 + low)
    }
  }
}
