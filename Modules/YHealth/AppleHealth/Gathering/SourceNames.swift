/// Interns the names of sources as numbers, because names are long and there are millions of records.
struct SourceNames {
  /// Number of distinct sources; further ones share the last number.
  static let most = 128
  private static let longestName = 60

  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var last = Remembered<Int>()

  mutating func number(of text: UnsafePointer<CChar>) -> Int {
    var last = last
    defer { self.last = last }
    return last.value(of: text) { find(String(String(cString: $0).prefix(SourceNames.longestName))) }
  }

  private mutating func find(_ name: String) -> Int {
    if let known = numbers[name] { return known }
    let isLast = names.count >= SourceNames.most - 1
    if names.count < SourceNames.most { names.append(isLast ? "Other sources" : name) }
    if !isLast { numbers[name] = names.count - 1 }
    return names.count - 1
  }
}
