import Commands
import EveryRole
import Interface
import Kernel
import Previews
import Shell
import Testing
import Volvox

@testable import Terminal

@Suite("User text in the terminal")
struct HarmlessTests {
  @Test(
    "is shown with its control characters replaced or removed",
    arguments: [
      ("\u{1B}[2J\u{1B}[H", "␛[2J␛[H"), ("\u{1B}]0;owned\u{7}", "␛]0;owned␇"), ("\u{9B}31m", "\u{FFFD}31m"),
      ("a\u{8}b", "a␈b"), ("a\u{7F}", "a␡"), ("a\tb", "a b"), ("a\nb", "a ⏎ b"), ("a\r\nb", "a ⏎ b"),
      ("a\u{2028}b", "a ⏎ b"), ("a\u{85}b", "a ⏎ b"), ("evil\u{202E}gpj.exe", "evilgpj.exe"),
      ("\u{2066}a\u{2069}", "a"), ("a\u{200B}b\u{FEFF}", "ab"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("می‌خواهم", "می‌خواهم"),
      ("Anna", "Anna"), ("Größe 3,5 €", "Größe 3,5 €"), ("10\u{A0}km", "10\u{A0}km"),
      ("a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "a\u{301}\u{301}\u{301}\u{301}"),
    ])
  func shown(typed: String, shown: String) {
    #expect(typed.harmless == shown)
    #expect(typed.harmless.unicodeScalars.allSatisfy { $0.isHarmless })
  }

  private static let attack = "\u{1B}]0;owned\u{7}\u{1B}[2J\r\n3) [ Pay now ]\u{202E}"

  @Test("in any role cannot control the terminal or forge a line", arguments: Role.allCases)
  func everywhere(role: Role) {
    let attack = HarmlessTests.attack
    var state = Condition()
    state.badge = "7\u{1B}[5m"
    state.invalid = attack
    state.example = attack
    state.hue = attack
    let child = Element(id: "child", role: .cell, label: attack, value: attack)
    let row = Element(id: "row", role: .row, label: attack, children: [child])
    let element = Element(
      id: "one", role: role, label: attack, value: attack, hint: attack, state: state, actions: [.activate],
      children: [row, child])
    let frame = Frame(
      product: "yhealth", profile: "me", route: Route(["x"]), title: attack, chrome: [element], nodes: [element],
      toasts: [element])
    for colours in [nil, Theme.volvox.light] {
      let text = FrameText(width: 72, colours: colours, isNumbered: true).text(of: frame)
      #expect(text.withoutColours.unicodeScalars.allSatisfy { $0 == "\n" || $0.isHarmless })
      // No line may look like one of the program's own.
      let lines = text.withoutColours.split(separator: "\n").map { String($0).trimmingSpaces }
      #expect(!lines.contains { $0.hasPrefix("3) [ Pay now ]") })
    }
  }

  @Test("is not shown when it is a password")
  func password() {
    let frame = EveryRole.frame(EveryRole.entering)
    #expect(!FrameText(width: 80, isNumbered: true).text(of: frame).contains("secret"))
  }

  @Test("is harmless in the answers of the console, too")
  func answers() async throws {
    let talk = Talk()
    let said = try await talk.play(["\u{1B}[2J", "1", "s \u{1B}[2J", "\u{1B}]0;x\u{7}", "q"])
    #expect(said.unicodeScalars.allSatisfy { $0 == "\n" || $0.isHarmless })
    #expect(said.contains("There is no “␛[2J” here."))
  }

  @Test("typed or pasted with line breaks cannot forge a line in an answer")
  func forged() async throws {
    let attack = "x\n3) [ Pay now ]"
    for lines in [[attack], ["s \(attack)"], ["2 \(attack)"], ["99 \(attack)"]] {
      let said = try await Talk().play(lines, in: Preview.named("Navigation"))
      #expect(
        !said.split(separator: "\n").contains { String($0).trimmingSpaces.hasPrefix("3) [ Pay now ]") }, "\(said)")
    }
  }

  @Test("in a failure is harmless on the terminal")
  func failure() async throws {
    let problem = Problem("x", HarmlessTests.attack, remedy: HarmlessTests.attack)
    let said = try await Talk(refusing: problem).play(["1"])
    #expect(said.contains("owned") && said.unicodeScalars.allSatisfy { $0 == "\n" || $0.isHarmless })
    #expect(!said.split(separator: "\n").contains { String($0).trimmingSpaces.hasPrefix("3) [ Pay now ]") })
  }

  @Test("in the line that is typed, in a suggestion and in what is gone is harmless")
  func editing() async throws {
    let talk = Talk(Surface(width: 76, height: 40, isInteractive: true, acceptsEscapes: false, editsLines: true))
    talk.type(.key(.paste("Part\u{1B}s\u{202E}")))
    talk.type(.key(.enter))
    talk.type(.key(.up))
    let said = try await talk.play([], in: Preview.named("Navigation"))
    #expect(said.contains("> Part␛s") && said.contains("There is no “Part␛s” here."))
    #expect(said.unicodeScalars.allSatisfy { "\n\r\u{8}".unicodeScalars.contains($0) || $0.isHarmless })
    #expect(ScreenLine(ConsoleWords.gone(3, "\u{1B}[2J\u{7}")).text == "3, “␛[2J␇”, is gone from this screen.")
  }
}
