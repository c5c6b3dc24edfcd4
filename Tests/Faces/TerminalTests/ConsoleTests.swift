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
    let said = try await talk.play(["1", "Insights", "b", "Profile", "q", "never reached"])
    let order = [
      "1) yHealth        Fitness, nutrition and wellbeing, weighed alike.", "5) Daily PA",
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
      let said = try await Talk().play([line])
      #expect(said.contains("1) \(product.name)\n") || said.contains("1) \(product.name)   "))
      #expect(said.contains("‹"))
    }
  }

  @Test("starts with the given product")
  func named() async throws {
    let said = try await Talk().play([], in: yhealth)
    #expect(!said.contains("Troupe") && said.contains("‹Dashboard›"))
  }

  @Test("leads a new person to onboarding, once")
  func arrival() async throws {
    let said = try await Talk().play(["Dashboard", "p", "1"], in: yhealth)
    let parts = said.components(separatedBy: "Welcome to yHealth")
    #expect(parts.count == 2, "\(said)")
    #expect(parts.last?.components(separatedBy: "Quick actions").count == 3)
  }

  @Test("shows the time of the last update, and does not report it as waiting")
  func age() async throws {
    let said = try await Talk().play(["Dashboard"], in: yhealth)
    #expect(said.contains("Last updated 08:00") && !said.contains("Waiting: "), "\(said)")
  }

  @Test("marks the current tab without colour", .covers("yh-S04.2.1-AC6"))
  func tabs() async throws {
    let said = try await Talk().play(["Insights"], in: yhealth)
    let bars = said.split(separator: "\n").filter { $0.contains("Pillars") && $0.contains("Profile") }
      .map { String($0).trimmingSpaces.replacing(#/[0-9]+\) /#, with: "") }
    #expect(
      bars == ["‹Dashboard›   Pillars   Insights   Profile", "Dashboard   Pillars   ‹Insights›   Profile"])
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
    let said = try await talk.play(["Insights"], in: yhealth)
    #expect(said.contains("longer than 65536 bytes and was left out"))
    #expect(said.contains("was not text") && said.contains("‹Insights›"))
  }

  @Test("goes from one product to another and back to where it was")
  func others() async throws {
    let talk = Talk()
    let said = try await talk.play(["1", "Insights", "p", "3", "p", "1"])
    #expect(talk.opened == 2)
    #expect(said.components(separatedBy: "‹Insights›").count == 3)
  }

  @Test("a product that cannot be opened is reported on the front page, or thrown if it is the first")
  func refused() async throws {
    let problem = Problem("profile-in-use", "The profile is open elsewhere.", remedy: "Close it there.")
    let said = try await Talk(refusing: problem).play(["1", "h"])
    #expect(said.contains("The profile is open elsewhere. Close it there.") && said.contains("to open it; q quits."))
    await #expect(throws: problem) { try await Talk(refusing: problem).play([], in: yhealth) }
  }

  // MARK: Without input

  @Test("shows changes of the window without input")
  func byItself() async throws {
    let talk = Talk()
    async let run: Void = talk.console.run(talk.lines, in: context)
    for await piece in talk.pieces {
      if piece.contains("‹Home›") { try await talk.window?.perform(.open(Route(["parts", "one"]))) }
      if piece.contains("‹One›") { break }
    }
    // Names and numbers refer to the screen that is shown now.
    talk.type("Home")
    for await piece in talk.pieces where piece.contains("‹Home›") { break }
    talk.end()
    try await run
    let said = talk.said.withLock { $0 }
    #expect(said.contains("‹One›") && said.components(separatedBy: "‹Home›").count >= 3)
  }

  @Test("a toast that disappears is not reported, and one that comes again is")
  func fading() async throws {
    let talk = Talk()
    async let run: Void = talk.console.run(talk.lines, in: context)
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
    try await run
    #expect(!talk.said.withLock { $0.contains("Nothing changed") })
  }

  @Test("a notification is shown")
  func notification() async throws {
    let talk = Talk()
    async let run: Void = talk.console.run(talk.lines, in: context)
    for await piece in talk.pieces {
      if piece.contains("‹Home›"), !piece.contains("Drink") {
        try await talk.window?.perform(.receive(title: "Water", body: "Drink some.", opening: nil))
      }
      if piece.contains("Notification: Water. Drink some.") { break }
    }
    talk.end()
    try await run
    #expect(talk.said.withLock { $0.contains("Notification: Water. Drink some.") })
  }

  // MARK: Input and output

  @Test("an interactive terminal shows each screen on a cleared page, with a prompt")
  func interactive() async throws {
    let talk = Talk(Surface(width: 76, scheme: .dark, isInteractive: true))
    let said = try await talk.play(["1"])
    #expect(said.components(separatedBy: "\u{1B}[H\u{1B}[2J").count == 3)
    #expect(said.hasSuffix("> \n") && said.components(separatedBy: "\n> ").count == 3)
    #expect(said.contains("\u{1B}[0;1;38;2;124;184;255;48;2;14;20;27m‹"))
  }

  @Test("draws in the chosen colour scheme at once", .covers("yh-S04.6.1-E3"))
  func chosenScheme() async throws {
    let talk = Talk(Surface(width: 76, scheme: .dark, isInteractive: true))
    let said = try await talk.play(["Profile", "Settings", "Display", "Light"], in: .named("yhealth"))
    let pages = said.components(separatedBy: "\u{1B}[H\u{1B}[2J").dropFirst()
    func grounds(_ page: String) -> [Bool] { ["48;2;14;20;27m", "48;2;246;248;251m"].map(page.contains) }
    #expect(pages.map(grounds) == Array(repeating: [true, false], count: 4) + [[false, true]])
  }

  @Test("works with a pipe as input", arguments: [true, false])
  func pipe(endsWithBreak: Bool) async throws {
    let pipe = Pipe()
    let text =
      "1\r\nInsights\n\u{8}\n" + String(repeating: "x", count: 70_000) + "\nProfile" + (endsWithBreak ? "\n" : "")
    async let written: Void = pipe.fileHandleForWriting.writeAll(Data(text.utf8) + Data([0xFF, 0x0A]))
    let lines = Lines.from(pipe.fileHandleForReading.fileDescriptor, longest: Typed.longest).map { Typed($0) }
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
