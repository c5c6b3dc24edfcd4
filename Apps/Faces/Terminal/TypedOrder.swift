/// A typed line, parsed without knowledge of the screen.
enum TypedOrder: Equatable {
  case back, refresh, help, quit, products, again, lock
  case search(String)
  /// A number, and the text after it.
  case number(Int, String?)
  case words(String)

  init(_ line: String) {
    let line = line.trimmingSpaces
    let (first, rest) = line.cut
    if let number = TypedOrder.number(first) {
      self = .number(number, rest.isEmpty ? nil : rest)
      return
    }
    switch (first.lowercased(), rest.isEmpty) {
    case ("", _): self = .again
    case ("b", true), ("back", true): self = .back
    case ("r", true), ("refresh", true): self = .refresh
    case ("h", true), ("help", true), ("?", true): self = .help
    case ("q", true), ("quit", true), ("exit", true): self = .quit
    case ("p", true), ("products", true): self = .products
    case ("lock", true): self = .lock
    case ("s", _), ("search", _): self = .search(rest)
    default: self = .words(line)
    }
  }

  /// Parses a number, with or without the bracket of "3)".
  static func number(_ word: String) -> Int? {
    let digits = word.last == ")" ? word.dropLast() : word[...]
    guard (1...6).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(digits)
  }
}

extension String {
  var trimmingSpaces: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The first word and the rest.
  var cut: (first: String, rest: String) {
    let first = prefix { !$0.isWhitespace }
    return (String(first), String(dropFirst(first.count)).trimmingSpaces)
  }
}
