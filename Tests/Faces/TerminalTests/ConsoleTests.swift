import Catalog
import Covers
import Foundation
import Interface
import Kernel
import Previews
import Shell
import Testing

@testable import Terminal

@Suite("The console", .timeLimit(.minutes(10)))
struct ConsoleTests {
  private let yhealth = Product.named("yhealth")
  /// For tests that rely on numbers: its screens do not change when the products do.
  private let context = Preview.named("Navigation")

  @Test("leads from the front page through a product, and quits")
  func whole() async throws {
    let talk = Talk()
    let said = try await talk.play(["1", "b", "Insights", "b", "Profile", "q", "never reached"])
    let order = [
      "1) yHealth        Fitness, nutrition and wellbeing in equal parts.", "5) Daily PA",
      "a number or a name opens it", "‹Dashboard›", "\n  Insights\n  ════════\n", "‹Insights›", "‹Dashboard›",
      "\n  Profile\n  ═══════\n", "‹Profile›", "Bye.\n",
    ]
    var rest = said[...]
    for words in order {
      let found = try #require(rest.firstRange(of: words), "“\(words)” is not in what follows: \(rest)")
      rest = rest[found.upperBound...]
    }
    #expect(rest.isEmpty)
    #expect(talk.opened == 1)
  }

  @Test(
    "opens every product by its number, name, id and a prefix of its name", arguments: Array(Product.all.enumerated()))
  func products(index: Int, product: Product) async throws {
    for line in ["\(index + 1)", product.name.uppercased(), product.id, String(product.name.prefix(2))] {
      let talk = Talk()
      let said = try await talk.play([line])
      let pages = said.components(separatedBy: "h help  q quit\n")
      #expect(talk.opened == 1 && pages.count == 3 && pages[1].contains(") \(product.name)"), "\(said)")
    }
  }

  @Test("starts with the given product")
  func named() async throws {
    let said = try await Talk().play(["b"], in: yhealth)
    #expect(!said.contains("Troupe") && said.contains("‹Dashboard›"))
  }

  @Test("leads a new person to onboarding, once")
  func arrival() async throws {
    let said = try await Talk().play(["b", "p", "1"], in: yhealth)
    let parts = said.components(separatedBy: "Welcome to yHealth")
    #expect(parts.count == 2, "\(said)")
    #expect(parts.last?.components(separatedBy: "Quick actions").count == 3)
  }

  @Test("shows the time of the last update, and does not report it as waiting")
  func age() async throws {
    let said = try await Talk().play(["b"], in: yhealth)
    #expect(said.contains("Last updated 08:00") && !said.contains("Waiting: "), "\(said)")
  }

  @Test("marks the current tab without colour", .covers("yh-S04.2.1-AC6"))
  func tabs() async throws {
    let said = try await Talk(Surface(width: 100)).play(["b", "Insights"], in: yhealth)
    let bars = said.split(separator: "\n").filter { $0.contains("Pillars") && $0.contains("Profile") }
      .map { String($0).trimmingSpaces.replacing(#/[0-9]+\) /#, with: "") }
    #expect(
      bars == [
        "[ + Log ]   ‹Dashboard›   Pillars   Insights   Profile",
        "[ + Log ]   Dashboard   Pillars   ‹Insights›   Profile",
      ])
  }

  @Test("searches for a screen, and opens the result")
  func search() async throws {
    let said = try await Talk().play(["s two", "9"], in: context)
    #expect(said.contains("8) Find a screen: two") && said.contains("• 9) Two →"))
    #expect(said.contains("\n  Two\n  ═══\n") && said.contains("‹Two›"))
  }

  @Test("fills in a field, and empties it")
  func fields() async throws {
    let said = try await Talk().play(["s", "8 two", "8 \"\"", "8"], in: context)
    let counts = said.split(separator: "\n").filter {
      $0.hasSuffix(" screen") || $0.hasSuffix(" screens")
    }.map { String($0).trimmingSpaces }
    #expect(counts.count == 3 && counts[1] == "1 screen" && counts[0] == counts[2])
    #expect(said.contains("“Find a screen” is filled in: write 8 and the text."))
  }

  @Test("shows a dialog alone, and b closes it")
  func dialog() async throws {
    let said = try await Talk().play(["Linking", "4", "b"], in: context)
    let parts = said.components(separatedBy: "Behind this: Home")
    #expect(parts.count == 2)
    #expect(parts[1].contains("1) [ Not now ]  2) [ Connect ]"))
    #expect(parts[1].contains("There is no 4 here; the numbers go from 1 to 2."))
    #expect(parts[1].components(separatedBy: "‹Home›").count == 2)
  }

  @Test("shows a sheet as a screen with numbers of its own, and b closes it")
  func sheet() async throws {
    let said = try await Talk(Surface(width: 100)).play(["b", "Log", "b"], in: yhealth)
    let pages = said.components(separatedBy: "h help  q quit\n")
    try #require(pages.count == 5)
    #expect(pages[2].hasPrefix("\n  Log\n  ═══\n") && pages[2].contains("  1) ") && pages[2].contains("[ × Close ]"))
    #expect(!pages[2].contains("Dashboard") && !pages[2].contains("Behind this"))
    #expect(pages[1].contains("‹Dashboard›") && pages[3] == pages[1], "The screen behind has its numbers again.")
  }

  @Test("a toast can be dismissed while a dialog is in front")
  func toast() async throws {
    let said = try await Talk().play(["Gone", "Linking", "3", "b"], in: context)
    #expect(!said.contains("not on the screen"))
    #expect(said.components(separatedBy: "Dismiss").count == 3)
  }

  @Test(
    "answers invalid input with what is possible",
    arguments: [
      ("99", "There is no 99 here; the numbers go from 1 to 10. h helps."), ("0", "There is no 0 here;"),
      ("fly", "“fly” is not known here. Write a number from 1 to 10, or b back,"), ("-1", "“-1” is not known here."),
      ("3.5", "“3.5” is not known here."), ("99999999999999999999", "is not known here."),
      ("2 loud", "“Ready” takes no text: write 2 alone."), ("b", "This is the first screen;"),
      ("7", "Nothing changed."), ("h", "p shows all products."),
    ])
  func wrong(line: String, answer: String) async throws {
    let said = try await Talk().play([line], in: context)
    #expect(said.contains(answer), "\(said)")
  }

  @Test("answers invalid input on the front page as well", arguments: ["0", "6", "fly", "b", "h", "1 2", "s x"])
  func wrongFirst(line: String) async throws {
    let talk = Talk()
    let said = try await talk.play([line])
    #expect(talk.opened == 0 && said.contains("q"))
    #expect(said.contains("Write"))
  }

  @Test("a line that is too long or not text is ignored and reported")
  func unreadable() async throws {
    let talk = Talk()
    talk.type(.tooLong)
    talk.type(.notText)
    let said = try await talk.play(["b", "Insights"], in: yhealth)
    #expect(said.contains("longer than 65536 bytes and was left out"))
    #expect(said.contains("was not text") && said.contains("‹Insights›"))
  }

  @Test("goes from one product to another and back to where it was")
  func others() async throws {
    let talk = Talk()
    let said = try await talk.play(["1", "b", "Insights", "p", "3", "p", "1"])
    #expect(talk.opened == 2)
    #expect(said.components(separatedBy: "‹Insights›").count == 3)
  }

  @Test("saves an exported file in its folder, tells the path, and overwrites nothing; sharing saves too")
  func export() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let talk = Talk(Surface(width: 200), savingIn: folder)
    let said = try await talk.play(
      ["Use Pillar scores", "Export", "Save", "Share", "Close", "Export", "Save"], in: Preview.named("Charts"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names == ["pillar-scores-2026-03-02-2.png", "pillar-scores-2026-03-02-3.png", "pillar-scores-2026-03-02.png"])
    for name in names {
      let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
    #expect(said.contains("  Saved as \(folder)/pillar-scores-2026-03-02.png\n"), "\(said)")
    #expect(
      said.contains("Files cannot be shared from here")
        && said.contains("  Saved as \(folder)/pillar-scores-2026-03-02-2.png\n"))
  }

  @Test("says where a file could not be saved, and what to do")
  func unsaved() async throws {
    let talk = Talk(Surface(width: 200), savingIn: "/nowhere")
    let said = try await talk.play(["Use Pillar scores", "Export", "Save"], in: Preview.named("Charts"))
    #expect(said.contains("There is no folder /nowhere.") && said.contains("Choose a folder that exists"), "\(said)")
    #expect(!said.contains("was saved."))
  }

  @Test("a product that cannot be opened is reported on the front page, or thrown if it is the first")
  func refused() async throws {
    let problem = Problem("profile-in-use", "The profile is open elsewhere.", remedy: "Close it there.")
    let said = try await Talk(refusing: problem).play(["1", "h"])
    #expect(said.contains("The profile is open elsewhere. Close it there.") && said.contains("to open it; q quits."))
    await #expect(throws: problem) { try await Talk(refusing: problem).play([], in: yhealth) }
  }

  @Test(
    "suggests a name or a command for a mistyped word",
    arguments: [
      ("Prats", "There is no “Prats” here. Did you mean “Parts”?"), ("premum", "Did you mean “Premium”?"),
      ("refesh", "Did you mean “refresh”?"), ("serach two", "Did you mean “search two”?"),
      ("hepl", "Did you mean “help”?"),
    ])
  func suggestions(line: String, answer: String) async throws {
    let said = try await Talk().play([line], in: context)
    #expect(said.contains(answer), "\(said)")
  }

  @Test("suggests a product on the front page")
  func suggestedProduct() async throws {
    let said = try await Talk().play(["yhaelth", "SincWell"])
    #expect(said.contains("There is no “yhaelth” here. Did you mean “yHealth”?") && said.contains("mean “SyncWell”?"))
  }

  @Test("a number stays with its node when the screen changes, and what is gone is said to be gone")
  func stays() async throws {
    let talk = Talk()
    // The toast of “Gone” stands above the tabs, and its number comes after theirs.
    let said = try await talk.play(["Gone", "11", "11", "Gone", "8"], in: context)
    let pages = said.components(separatedBy: "h help  q quit\n")
    #expect(pages[1].contains("11) [ × Dismiss ]") && pages[1].contains("10) Online"), "\(said)")
    #expect(pages[2].contains("10) Online") && !pages[2].contains("Dismiss"))
    #expect(pages[3].contains("11, “Dismiss”, is gone from this screen.") && pages[3].contains("10) Online"))
    #expect(pages[4].contains("‹Parts›"))
  }

  // MARK: Without input

  @Test("shows changes of the window without input")
  func byItself() async throws {
    let talk = Talk()
    async let run = talk.console.run(talk.lines, in: context)
    for await piece in talk.pieces {
      if piece.contains("‹Home›") { try await talk.window?.perform(.open(Route(["parts", "one"]))) }
      if piece.contains("‹One›") { break }
    }
    // Names and numbers refer to the screen that is shown now.
    talk.type("Home")
    for await piece in talk.pieces where piece.contains("‹Home›") { break }
    talk.end()
    _ = try await run
    let said = talk.said.withLock { $0 }
    #expect(said.contains("‹One›") && said.components(separatedBy: "‹Home›").count >= 3)
  }

  @Test("a toast that disappears is not reported, and one that comes again is")
  func fading() async throws {
    let talk = Talk()
    async let run = talk.console.run(talk.lines, in: context)
    var toasts = 0
    for await piece in talk.pieces {
      if piece.contains("unavailable") {
        toasts += 1
        if toasts == 2 { break }
        try await talk.window?.perform(.advance(seconds: 30))
        talk.type("Gone")
      } else if piece.contains("‹Home›") {
        #expect(toasts == 0)
        talk.type("Gone")
      }
    }
    talk.end()
    _ = try await run
    #expect(!talk.said.withLock { $0.contains("Nothing changed") })
  }

  @Test("the number of a toast that disappeared meanwhile is said to be gone")
  func faded() async throws {
    let talk = Talk()
    async let run = talk.console.run(talk.lines, in: context)
    talk.type("Gone")
    for await piece in talk.pieces where piece.contains("11) [ × Dismiss ]") { break }
    try await talk.window?.perform(.advance(seconds: 30))
    talk.type("11")
    talk.end()
    _ = try await run
    #expect(talk.said.withLock { $0.contains("11, “Dismiss”, is gone from this screen.") })
  }

  @Test("a notification is shown")
  func notification() async throws {
    let talk = Talk()
    async let run = talk.console.run(talk.lines, in: context)
    for await piece in talk.pieces {
      if piece.contains("‹Home›"), !piece.contains("Drink") {
        try await talk.window?.perform(.receive(title: "Water", body: "Drink some.", opening: nil))
      }
      if piece.contains("Notification: Water. Drink some.") { break }
    }
    talk.end()
    _ = try await run
    #expect(talk.said.withLock { $0.contains("Notification: Water. Drink some.") })
  }

  // MARK: Input and output

  @Test("an interactive terminal shows each screen on a cleared page, with a prompt")
  func interactive() async throws {
    let talk = Talk(Surface(width: 76, scheme: .dark, isInteractive: true))
    let said = try await talk.play(["3"])
    #expect(said.components(separatedBy: "\u{1B}[H\u{1B}[2J").count == 3)
    #expect(said.hasSuffix("> \n") && said.components(separatedBy: "\n> ").count == 3)
    #expect(said.contains("\u{1B}[0;1;38;2;255;163;107;48;2;23;17;12m‹"))
  }

  @Test("draws in the chosen colour scheme at once", .covers("yh-S04.6.1-E3"))
  func chosenScheme() async throws {
    let talk = Talk(Surface(width: 76, scheme: .dark, isInteractive: true))
    let said = try await talk.play(["b", "Profile", "Settings", "Display", "Light"], in: .named("yhealth"))
    let pages = said.components(separatedBy: "\u{1B}[H\u{1B}[2J").dropFirst()
    func grounds(_ page: String) -> [Bool] { ["48;2;14;20;27m", "48;2;246;248;251m"].map(page.contains) }
    #expect(pages.map(grounds) == Array(repeating: [true, false], count: 5) + [[false, true]])
  }

  @Test("works with a pipe as input", arguments: [true, false])
  func pipe(endsWithBreak: Bool) async throws {
    let pipe = Pipe()
    let text =
      "1\r\nb\nInsights\n\u{8}\n" + String(repeating: "x", count: 70_000) + "\nProfile" + (endsWithBreak ? "\n" : "")
    async let written: Void = pipe.fileHandleForWriting.writeAll(Data(text.utf8) + Data([0xFF, 0x0A]))
    let lines = LineReader.from(pipe.fileHandleForReading.fileDescriptor, longest: Typed.longest).map { Typed($0) }
    let talk = Talk()
    try await talk.console.run(lines)
    await written
    let said = talk.said.withLock { $0 }
    #expect(said.contains("‹Insights›") && said.contains("was left out whole") && said.contains("was not text"))
    #expect(said.contains("‹Profile›") == endsWithBreak)
  }
}

extension FileHandle {
  fileprivate func writeAll(_ data: Data) async {
    write(data)
    try? close()
  }
}
