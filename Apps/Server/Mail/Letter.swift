internal import Fetch
public import FoundationEssentials
public import Kernel

/// An email to one recipient: a text, and optionally the same as HTML.
public struct Letter: Sendable, Hashable {
  public let to: String
  /// One line: line breaks are replaced by spaces.
  public let subject: String
  public let text: String
  public let html: String?

  let address: MailAddress

  public init(to: String, subject: String, text: String, html: String? = nil) throws(Problem) {
    guard subject.utf8.count <= 500, text.utf8.count <= 1 << 20, (html?.utf8.count ?? 0) <= 1 << 20 else {
      throw Problem(
        "letter-too-long", "An e-mail may have a subject of 500 bytes and a text of 1 MiB at most.",
        safe: "Nothing was sent.", remedy: "Shorten it.")
    }
    address = try MailAddress(to)
    self.to = to
    self.subject = HeaderText.line(subject)
    self.text = text
    self.html = html
  }
}

/// Delivers letters. Once `deliver` returns, the transport is responsible for the letter.
public protocol Mailer: Sendable {
  func deliver(_ letter: Letter) async throws(Problem)
}

/// The sender of letters: `Name <name@example.org>`, or the address alone.
public struct Sender: Sendable, Hashable {
  let name: String
  let address: MailAddress

  public init(_ text: String) throws(Problem) {
    guard text.hasSuffix(">"), let mark = text.lastIndex(of: "<") else {
      (name, address) = ("", try MailAddress(text))
      return
    }
    address = try MailAddress(String(text[text.index(after: mark)...].dropLast()))
    name = HeaderText.line(String(text[..<mark].prefix(200)))
  }
}

/// A letter as it is sent and stored (RFC 5322), with CR LF line ends.
public struct LetterText: Sendable, Hashable {
  public let bytes: [UInt8]

  /// `id` must be unique: letters, digits and hyphens.
  public init(_ letter: Letter, from sender: Sender, at date: Date, id: UUID) {
    let domain = sender.address.text.split(separator: "@").last ?? "localhost"
    let from =
      sender.name.isEmpty
      ? sender.address.text : "\(HeaderText.phrase(sender.name))\r\n <\(sender.address.text)>"
    var lines = [
      "From: \(from)", "To: \(letter.to)", "Subject: \(HeaderText.encoded(letter.subject, after: 9))",
      "Date: \(MailDate.text(date))", "Message-ID: <\(id.uuidString.lowercased())@\(domain)>", "MIME-Version: 1.0",
      "Auto-Submitted: auto-generated",
    ]
    guard let html = letter.html else {
      lines += LetterText.part(letter.text, type: "text/plain")
      bytes = Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
      return
    }
    lines += [
      "Content-Type: multipart/alternative; boundary=\"\(LetterText.boundary)\"", "", "--\(LetterText.boundary)",
    ]
    lines += LetterText.part(letter.text, type: "text/plain") + ["--\(LetterText.boundary)"]
    lines += LetterText.part(html, type: "text/html") + ["--\(LetterText.boundary)--", ""]
    bytes = Array(lines.joined(separator: "\r\n").utf8)
  }

  /// `=_` never occurs in quoted-printable text, so no text can end its part.
  static let boundary = "=_troupe"

  private static func part(_ text: String, type: String) -> [String] {
    [
      "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
      QuotedPrintable.encoded(text),
    ]
  }
}
