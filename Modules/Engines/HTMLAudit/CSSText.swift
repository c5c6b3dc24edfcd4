/// The parts of the text of a style sheet.
enum CSSText {
  /// Splits at a character outside of quotation marks and brackets.
  static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    split(text) { $0 == separator }
  }

  /// Splits at space outside of quotation marks and brackets, leaving out what is empty.
  static func words(_ text: some StringProtocol) -> [Substring] {
    split(text) { $0.unicodeScalars.allSatisfy(\.isPageSpace) }.filter { !$0.isEmpty }
  }

  private static func split(_ text: some StringProtocol, where separates: (Character) -> Bool) -> [Substring] {
    var parts: [Substring] = []
    let whole = Substring(text)
    var start = whole.startIndex
    var depth = 0
    var quote: Character?
    var isEscaped = false
    for place in whole.indices {
      let it = whole[place]
      if isEscaped {
        isEscaped = false
      } else if it == "\\" {
        isEscaped = true
      } else if let open = quote {
        if it == open { quote = nil }
      } else if it == "\"" || it == "'" {
        quote = it
      } else if it == "(" || it == "[" || it == "{" {
        depth += 1
      } else if it == ")" || it == "]" || it == "}" {
        depth = max(0, depth - 1)
      } else if depth == 0, separates(it) {
        parts.append(whole[start..<place])
        start = whole.index(after: place)
      }
    }
    parts.append(whole[start...])
    return parts
  }

  static func withoutComments(_ text: String) -> String {
    guard text.contains("/*") else { return text }
    var result = ""
    var rest = Substring(text)
    while let start = rest.range(of: "/*") {
      result += rest[..<start.lowerBound]
      // A comment sets the words beside it apart, as space does.
      result += " "
      guard let end = rest[start.upperBound...].range(of: "*/") else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  /// Without the marks that once hid a sheet from browsers that knew no style elements.
  static func withoutMarks(_ text: String) -> String {
    guard text.contains("<!--") || text.contains("-->") else { return text }
    return text.replacing("<!--", with: " ").replacing("-->", with: " ")
  }

  /// With escapes such as `\:` and `\2014` resolved.
  static func unescaped(_ text: some StringProtocol) -> String {
    guard text.contains("\\") else { return String(text) }
    var result = ""
    var rest = Substring(text)
    while let first = rest.popFirst() {
      guard first == "\\" else {
        result.append(first)
        continue
      }
      let digits = rest.prefix(6).prefix { $0.isHexDigit && $0.isASCII }
      guard !digits.isEmpty else {
        if let next = rest.popFirst(), next != "\n" { result.append(next) }
        continue
      }
      rest = rest.dropFirst(digits.count)
      if let next = rest.first, next == " " || next == "\n" || next == "\t" { rest.removeFirst() }
      result.unicodeScalars.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
    }
    return result
  }

  /// Takes a name, with its escapes resolved, from the beginning of the text.
  static func takeName(_ rest: inout Substring) -> String {
    var end = rest.startIndex
    var isEscaped = false
    while end < rest.endIndex {
      let it = rest[end]
      if it == "\\" {
        isEscaped = true
        end = rest.index(after: end)
        let digits = rest[end...].prefix(6).prefix { $0.isHexDigit && $0.isASCII }
        if digits.isEmpty {
          if end < rest.endIndex { end = rest.index(after: end) }
        } else {
          end = digits.endIndex
          if end < rest.endIndex, rest[end] == " " { end = rest.index(after: end) }
        }
      } else if it.isLetter || it.isNumber || it == "-" || it == "_" || !it.isASCII {
        end = rest.index(after: end)
      } else {
        break
      }
    }
    defer { rest = rest[end...] }
    return isEscaped ? unescaped(rest[..<end]) : String(rest[..<end])
  }

  /// Takes what stands in brackets from the beginning of the text; nil where no bracket opens.
  static func takeBrackets(_ rest: inout Substring) -> Substring? {
    guard rest.first == "(" || rest.first == "[" else { return nil }
    var depth = 0
    var quote: Character?
    for place in rest.indices {
      let it = rest[place]
      if let open = quote {
        if it == open { quote = nil }
      } else if it == "\"" || it == "'" {
        quote = it
      } else if it == "(" || it == "[" {
        depth += 1
      } else if it == ")" || it == "]" {
        depth -= 1
        if depth == 0 {
          defer { rest = rest[rest.index(after: place)...] }
          return rest[rest.index(after: rest.startIndex)..<place]
        }
      }
    }
    defer { rest = rest[rest.endIndex...] }
    return rest.dropFirst()
  }
}

extension Substring {
  /// Finds a short text.
  func range(of words: String) -> Range<Substring.Index>? {
    guard let first = words.first else { return nil }
    var from = startIndex
    while let place = self[from...].firstIndex(of: first) {
      if self[place...].hasPrefix(words) { return place..<index(place, offsetBy: words.count) }
      from = index(after: place)
    }
    return nil
  }
}
