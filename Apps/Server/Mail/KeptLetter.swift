/// A letter read back from the folder, for display.
public struct KeptLetter: Sendable, Hashable {
  public let number: Int
  public let to: String
  public let subject: String
  public let date: String
  public let text: String
  public let html: String?

  /// Nil for bytes that this module did not write.
  init?(_ number: Int, reading bytes: [UInt8]) {
    let whole = String(decoding: bytes, as: UTF8.self)
    guard let end = whole.firstRange(of: "\r\n\r\n") else { return nil }
    let head = KeptLetter.fields(whole[..<end.lowerBound])
    guard let to = head["to"], let subject = head["subject"], let date = head["date"] else { return nil }
    self.number = number
    self.to = to
    self.subject = HeaderText.decoded(subject)
    self.date = date
    let body = whole[end.upperBound...]
    if head["content-type"]?.hasPrefix("multipart/") == true {
      let parts = body.split(separator: "--\(LetterText.boundary)").compactMap { part -> String? in
        guard let mark = part.firstRange(of: "\r\n\r\n") else { return nil }
        return QuotedPrintable.decoded(KeptLetter.withoutEnd(part[mark.upperBound...]))
      }
      guard parts.count == 2 else { return nil }
      (text, html) = (parts[0], parts[1])
    } else {
      (text, html) = (QuotedPrintable.decoded(KeptLetter.withoutEnd(body)), nil)
    }
  }

  private static func withoutEnd(_ text: Substring) -> Substring { text.hasSuffix("\r\n") ? text.dropLast() : text }

  private static func fields(_ head: Substring) -> [String: String] {
    var fields: [String: String] = [:]
    var name = ""
    // In Swift, CR LF is a single character.
    for line in head.split(separator: "\r\n") {
      if line.first == " " {
        fields[name]? += line
      } else if let mark = line.firstIndex(of: ":") {
        name = line[..<mark].lowercased()
        fields[name] = String(line[line.index(after: mark)...].drop { $0 == " " })
      }
    }
    return fields
  }
}
