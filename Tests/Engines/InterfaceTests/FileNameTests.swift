import Interface
import Testing

@Suite("A file name") struct FileNameTests {
  @Test(
    "contains no path, no control or invisible character, and nothing that a file system forbids",
    arguments: [
      ("steps-2026-11-23.png", "steps-2026-11-23.png"), ("../../etc/passwd", "passwd"), ("a\\b.csv", "b.csv"),
      ("a\u{0}b\nc\r\u{7F}.csv", "a-b-c.csv"), ("a\u{202E}gnp.exe", "a-gnp.exe"), (".hidden", "hidden"),
      ("..", "file"), ("", "file"), ("/", "file"), ("a<b>:\"|?*.svg", "a-b.svg"), ("CON", "_CON"),
      ("nul.txt", "_nul.txt"),
      ("眠り.wav", "眠り.wav"), ("Étude.PNG", "Étude.png"), ("no ending.", "no ending"), ("a.b c", "a.b c"),
    ])
  func plain(given: String, text: String) {
    #expect(FileName(given).text == text)
    #expect(FileName(FileName(given).text) == FileName(given), "a plain name stays as it is")
  }

  @Test("stays below the limits of file systems, also with a number, and never cuts a character")
  func long() {
    let long = FileName(String(repeating: "👩‍👩‍👧‍👦眠", count: 500) + ".csv").numbered(10_000)
    #expect(long.text.utf8.count <= 255 && long.text.hasSuffix("-10000.csv"))
    let ending = FileName("a." + String(repeating: "b", count: 500))
    #expect(ending.ending == nil && ending.text.utf8.count <= 255)
  }

  @Test("takes a number before its ending")
  func numbered() {
    let name = FileName("steps.csv")
    #expect((1...3).map { name.numbered($0).text } == ["steps.csv", "steps-2.csv", "steps-3.csv"])
    #expect(name.numbered(-1) == name && name.numbered(2).numbered(1) == name)
    #expect(FileName("steps").numbered(2).text == "steps-2")
  }
}
