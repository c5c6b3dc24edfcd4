import FoundationEssentials
import Kernel
import Testing

@testable import Mail

@Suite("Letter encoding")
struct LetterTextTests {
  static func written(_ letter: Letter, from: String = "Troupe <us@example.org>") throws -> String {
    let writing = LetterText(
      letter, from: try Sender(from), at: Date(timeIntervalSince1970: 1_768_478_400), id: UUID())
    return String(decoding: writing.bytes, as: UTF8.self)
  }

  @Test("a plain letter follows RFC 5322")
  func plain() throws {
    let letter = try Letter(to: "a@example.org", subject: "Hello", text: "One\nTwo")
    let lines = try LetterTextTests.written(letter).split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["From: Troupe", " <us@example.org>"])
    #expect(lines[2...4] == ["To: a@example.org", "Subject: Hello", "Date: Thu, 15 Jan 2026 12:00:00 +0000"])
    #expect(lines[5].hasPrefix("Message-ID: <") && lines[5].hasSuffix("@example.org>"))
    #expect(lines.suffix(4) == ["", "One", "Two", ""])
  }

  static let texts = [
    "", "a", "Grüße, 世界 🎭", "=?utf-8?Q?not=20this?=", "--=_troupe\r\n\r\nnot a part\r\n--=_troupe--", ".", ".\n..\n",
    "From here\nand \n there\t\n", "a=3Db=\n=", String(repeating: "word ", count: 500),
    String(repeating: "ä", count: 700),
    "https://example.org/verify?token=\(String(repeating: "abc123", count: 40))&type=signup",
    "trailing \r\nold\rends\nall ", "\u{0}\u{7}\u{1B}[31m",
  ]

  @Test("any content survives a round trip through short lines of ASCII", arguments: texts)
  func read(_ text: String) throws {
    for html in [nil, "<p>\(text)</p>"] {
      let subject = String(text.prefix(120))
      let letter = try Letter(to: "a@example.org", subject: subject, text: text, html: html)
      let written = try LetterTextTests.written(letter, from: "\(subject)é <us@example.org>")
      let bytes = Array(written.utf8)
      #expect(bytes.allSatisfy { $0 == 0x0D || $0 == 0x0A || 0x20...0x7E ~= $0 || $0 == 0x09 })
      #expect(written.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 })
      let kept = try #require(KeptLetter(1, reading: bytes))
      #expect(kept.to == "a@example.org")
      #expect(kept.subject == letter.subject)
      let lines = { (text: String) in text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") }
      #expect(kept.text == lines(text))
      #expect(kept.html == html.map(lines))
    }
  }

  @Test("neither a subject nor a name can add a header")
  func injection() throws {
    for evil in ["a\r\nBcc: x@y", "a\nBcc: x@y", "a\rBcc: x@y", "a\u{2028}Bcc: x@y", "a\u{0}b", "a\u{85}Bcc: x@y"] {
      let letter = try Letter(to: "a@example.org", subject: evil, text: "x")
      let written = try LetterTextTests.written(letter, from: "\(evil) <us@example.org>")
      let head = written.split(separator: "\r\n").prefix { !$0.isEmpty }.filter { $0.first != " " }
      #expect(!head.contains { $0.lowercased().hasPrefix("bcc") })
      #expect(!letter.subject.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(throws: Problem.self) { try Letter(to: "a@example.org\(evil)", subject: "", text: "") }
    }
    #expect(throws: Problem.self) { try Sender("a <b@c>\r\nBcc: x@y") }
    #expect(throws: Problem.self) { try Sender("nobody") }
    #expect(throws: Problem.self) {
      try Letter(to: "a@b", subject: "", text: String(repeating: "a", count: 2 << 20))
    }
  }

  @Test("mutated bytes do not crash the reader of kept letters")
  func rubbish() throws {
    let honest = Array(
      try LetterTextTests.written(try Letter(to: "a@b", subject: "ä", text: "x", html: "<p>")).utf8)
    var chance = Seeded(7)
    var read = 0
    for _ in 0..<2_000 {
      var bytes = honest
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] = UInt8.random(in: .min ... .max, using: &chance)
      }
      let letter = KeptLetter(1, reading: Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &chance))))
      if letter != nil { read += 1 }
    }
    #expect((1..<2_000).contains(read))
  }

  @Test("a date is formatted as mail requires")
  func dates() {
    for (seconds, text) in [
      (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 +0000"),
      (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 +0000"), (-86_400, "Wed, 31 Dec 1969 00:00:00 +0000"),
    ] {
      #expect(MailDate.text(Date(timeIntervalSince1970: Double(seconds))) == text)
    }
  }
}
