internal import Platform

/// Caches the result for the last text: most texts of an export repeat the record before.
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
    // Longer texts rarely repeat.
    guard length <= 256 else { return found }
    bytes = Array(UnsafeBufferPointer(start: text, count: length + 1))
    value = found
    return found
  }
}
