import Testing

@testable import Terminal

@Suite("The keys of a terminal")
struct KeyDecoderTests {
  private func keys(_ text: String) -> [KeyPress] {
    var decoder = KeyDecoder()
    return decoder.take(Array(text.utf8)) + decoder.flush()
  }

  @Test(
    "are decoded",
    arguments: [
      ("a", [.text("a")]), ("ö", [.text("ö")]), ("日", [.text("日")]), ("👍", [.text("👍")]), ("\r", [.enter]),
      ("\n", [.enter]), ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{1B}[D\u{1B}[C", [.left, .right]),
      ("\u{1B}OA\u{1B}OB", [.up, .down]), ("\u{1B}[H\u{1B}[F", [.home, .end]),
      ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]), ("\u{1B}[3~", [.delete]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1;5D\u{1B}[1;3C", [.wordLeft, .wordRight]),
      ("\u{1B}b\u{1B}f\u{1B}d", [.wordLeft, .wordRight, .cutNextWord]),
      ("\u{1}\u{5}\u{15}\u{B}\u{17}", [.home, .end, .cutToStart, .cutToEnd, .cutWord]),
      ("\u{4}\u{C}\u{10}\u{E}", [.endOfInput, .redraw, .up, .down]), ("\u{1B}", [.escape]),
      // Without a meaning.
      ("\u{0}\u{7}\u{1F}\u{9B}\u{1B}[99~\u{1B}[?25h\u{1B}[31m\u{1B}x", []),
    ] as [(String, [KeyPress])])
  func decoded(text: String, expected: [KeyPress]) { #expect(keys(text) == expected) }

  @Test("are the same however their bytes arrive")
  func pieces() {
    let text = "aö日👍\u{1B}[D\u{1B}[1;5C\u{1B}[200~one\r\ntwo\u{1B}[201~\u{1B}OAz"
    var decoder = KeyDecoder()
    let single = text.utf8.flatMap { decoder.take([$0]) }
    #expect(single == keys(text))
    #expect(single.contains(.paste("one\ntwo")))
  }

  @Test("a pasted text is one key, without control characters other than line breaks")
  func paste() {
    #expect(
      keys("\u{1B}[200~q\ta\u{1B}[2J\u{7}\u{9B}b\r\nc\rd\u{1B}[201~e") == [.paste("q a[2Jb\nc\nd"), .text("e")])
  }

  @Test("a paste that is too long is reported and skipped whole")
  func longPaste() {
    var decoder = KeyDecoder(longestPaste: 10)
    #expect(decoder.take("\u{1B}[200~12345678901".utf8) == [])
    #expect(decoder.take("more\u{1B}[20".utf8) == [])
    #expect(decoder.take("1~a".utf8) == [.paste(nil), .text("a")])
  }

  @Test("invalid UTF-8 is dropped")
  func invalid() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0xFF, 0x61, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0xE2, 0x82]) == [.text("a"), .text("b")])
    #expect(decoder.take([0xAC]) == [.text("€")])
  }

  @Test("random bytes give no control character", arguments: 0..<40)
  func random(seed: UInt64) {
    var chance = Chance(seed: seed)
    var decoder = KeyDecoder(longestPaste: 100)
    let starts = ["\u{1B}[", "\u{1B}O", "\u{1B}[200~", "\u{1B}[201~", "é"].map { Array($0.utf8) }
    for _ in 0..<300 {
      let noise = (0..<Int.random(in: 0...12, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
      for key in decoder.take((starts.randomElement(using: &chance) ?? []) + noise) {
        switch key {
        case .text(let scalar): #expect(scalar.properties.generalCategory != .control)
        case .paste(let text):
          #expect(text?.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control } ?? true)
        default: break
        }
      }
    }
  }
}
