internal import Glibc
internal import Relational

/// A buffer for the texts of one bound row: they are copied once, without allocation. Bound texts stay valid until
/// the next row.
final class TextBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity = 4096
  private var count = 0

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  /// Reserves space for a row, so that no text moves while it is bound.
  func begin(_ row: [Value]) {
    count = 0
    var needed = 0
    for value in row {
      switch value {
      case .text(let text), .json(let text): needed += text.utf8.count
      default: break
      }
    }
    guard needed > capacity else { return }
    base.deallocate()
    capacity = needed
    base = .allocate(capacity: capacity)
  }

  func place(_ text: String) -> UnsafeBufferPointer<UInt8> {
    var text = text
    let start = base + count
    let length = text.withUTF8 { bytes in
      if let from = bytes.baseAddress { memcpy(start, from, bytes.count) }
      return bytes.count
    }
    count += length
    return UnsafeBufferPointer(start: start, count: length)
  }

  /// Frees the buffer after a large row.
  func end() {
    guard capacity > 262_144 else { return }
    base.deallocate()
    capacity = 4096
    base = .allocate(capacity: capacity)
  }
}
