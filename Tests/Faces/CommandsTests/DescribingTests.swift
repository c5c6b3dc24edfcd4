import Kernel
import Testing

@testable import Commands

@Suite("Completions, manual pages and plain text") struct DescribingTests {
  private static let set = CommandSet(
    version: "1", about: "{}",
    tools: [
      Tool(
        name: "paint", summary: "paints the user's wall", operands: "wall|door FILE...",
        options: [
          Option(name: "as", value: "text|json", words: "how it is written"),
          Option(name: "to", value: "FILE", words: "where [to]: a file"),
        ], details: ".begins with a dot\n'and a quote"
      ) { _ in 0 },
      Tool(name: "look", summary: "looks", options: [.product, .json]) { _ in 0 },
      Tool(name: "keep", summary: "keeps", operands: "[keys | backup FILE | restore FILE | schema]") { _ in 0 },
    ], introduction: "Paints.", closing: "End.")

  @Test("a tool takes as many operands as its description names")
  func operands() {
    #expect(DescribingTests.set.tools.map(\.mostOperands) == [nil, 0, 2])
    #expect(
      DescribingTests.set.tools.map(\.subcommands) == [["wall", "door"], [], ["keys", "backup", "restore", "schema"]])
  }

  @Test(
    "surplus words and repeated options are wrong use",
    arguments: [
      ["look", "there"], ["keep", "backup", "a", "b"], ["look", "--json", "--json"], ["look", "--json=1"],
      ["look", "--product", "a", "--product=b"], ["look", "--", "x"], ["help", "look", "paint"], ["--version", "x"],
      ["man", "look", "paint"], ["completions"], ["completions", "csh"], ["completions", "bash", "zsh"],
    ])
  func surplus(words: [String]) async { #expect(await DescribingTests.set.run(words) == 2) }

  @Test(
    "every shell's completions name every command, option and known value", arguments: Completions.allCases)
  func completions(shell: Completions) {
    let script = shell.script(for: DescribingTests.set)
    for word in [
      "paint", "look", "keep", "help", "completions", "man", "wall", "door", "restore", "as", "json", "product",
      "cadence",
    ] {
      #expect(script.contains(word), "\(word)")
    }
  }

  @Test("a manual page escapes what roff reads, and names every option")
  func page() {
    let page = ManPage.page(of: DescribingTests.set.tools[0], version: "1")
    #expect(page.hasPrefix(#".TH "TROUPE-PAINT" "1""#))
    #expect(page.contains("\n\\&.begins with a dot\n\\&'and a quote"))
    #expect(page.contains(#"\fB\-\-as\fR \fItext|json\fR"#))
    let whole = ManPage.page(of: DescribingTests.set)
    for name in ["paint", "look", "keep", "help"] { #expect(whole.contains("\\fBtroupe \(name)\\fR")) }
  }

  @Test(
    "the locale C asks for ASCII, by the variable that counts",
    arguments: [
      (["LC_ALL": "C"], true), (["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"], true), (["LANG": "C"], true),
      (["LC_ALL": "C.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "en_GB.UTF-8", "LANG": "C"], false), ([:], false),
    ] as [([String: String], Bool)])
  func locale(environment: [String: String], isPlain: Bool) {
    #expect(PlainText.isAsked { environment[$0] } == isPlain)
  }

  @Test("plain text has an ASCII character for each of the text's")
  func plain() {
    let text = "“Zoë’s” – 7 h…  ━━ │ ⣿⠀ 🙂 日本\n"
    let plain = PlainText.of(text)
    #expect(plain == "\"Zoe's\" - 7 h.  == | *  ? ??\n")
    #expect(plain.count == text.count && PlainText.of("plain") == "plain")
  }
}
