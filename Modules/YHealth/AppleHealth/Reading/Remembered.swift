internal import Glibc

/// What the last text came to: most texts of an export are that of the record before, and need no second look.
struct Remembered<Value> {
  private var bytes: [CChar] = []
  private var value: Value?

  mutating func value(
    of text: UnsafePointer<CChar>, _ find: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    if let value, bytes.withUnsafeBufferPointer({ $0.baseAddress.map { strcmp($0, text) == 0 } ?? false }) {
      return value
    }
    let found = find(text)
    let length = strlen(text)
    // A text as long is nobody's usual one.
    guard length <= 256 else { return found }
    bytes = Array(UnsafeBufferPointer(start: text, count: length + 1))
    value = found
    return found
  }
}
