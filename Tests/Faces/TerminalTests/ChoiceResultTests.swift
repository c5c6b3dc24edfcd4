import EveryRole
import Interface
import Shell
import Testing

@testable import Terminal

@Suite("A typed line")
struct OrderTests {
  @Test(
    "is read as one order",
    arguments: [
      ("3", TypedOrder.number(3, nil)), (" 3) ", .number(3, nil)), ("3 some text", .number(3, "some text")),
      ("3)   on", .number(3, "on")), ("3 \"\"", .number(3, "\"\"")), ("b", .back), ("BACK", .back), ("r", .refresh),
      ("s sleep well", .search("sleep well")), ("s", .search("")), ("h", .help), ("?", .help), ("q", .quit),
      ("exit", .quit), ("p", .products), ("lock", .lock), ("LOCK", .lock), ("lock now", .words("lock now")),
      ("", .again), ("   ", .again), ("back home", .words("back home")),
      ("Log meal", .words("Log meal")), ("3rd", .words("3rd")), ("٣", .words("٣")), ("1234567", .words("1234567")),
    ])
  func meaning(line: String, order: TypedOrder) { #expect(TypedOrder(line) == order) }
}

@Suite("A number and the text after it")
struct ChoiceResultTests {
  private static let all = EveryRole.frame(EveryRole.doing + EveryRole.entering + EveryRole.showing)

  private func result(_ label: String, _ words: String? = nil) throws -> ChoiceResult {
    let choices = Choices(in: ChoiceResultTests.all).elements
    let element = try #require(choices.first { $0.label == label }, "\(choices.map(\.label))")
    return ChoiceResult(element, number: 4, words: words)
  }

  private func id(_ label: String) throws -> Command.Target {
    .id(try #require(ChoiceResultTests.all.everything.first { $0.label == label && !$0.actions.isEmpty }).id)
  }

  @Test(
    "taps buttons, links, switches and options",
    arguments: ["Log meal", "Share", "Oats", "Sleep", "Reminders", "Metric", "Week"])
  func pressing(label: String) throws { #expect(try result(label) == .perform(.tap(try id(label)))) }

  @Test("fills in a field, and empties it")
  func filling() throws {
    #expect(try result("Name", "Anna 3") == .perform(.type(id("Name"), "Anna 3")))
    #expect(try result("Name", "\"\"") == .perform(.type(id("Name"), "")))
    #expect(
      try result("Email")
        == .say("“Email” is filled in: write 4 and the text, such as 4 name@example.org. 4 \"\" empties it."))
  }

  @Test("turns a switch on and off", arguments: [("on", true), ("OFF", false), ("yes", true)])
  func turning(words: String, isOn: Bool) throws {
    #expect(try result("Reminders", words) == .perform(.choose(id("Reminders"), .flag(isOn))))
    #expect(try result("Reminders", "perhaps") == .say("“Reminders” takes on or off: write 4 on."))
  }

  @Test("chooses a number within its limits", arguments: [("3", 3.0), ("3,5", 3.5), ("10", 10)])
  func sliding(words: String, number: Double) throws {
    #expect(try result("Mood", words) == .perform(.choose(id("Mood"), .number(number))))
  }

  @Test("answers an invalid number with the limits", arguments: ["11", "much", "nan", "inf", nil])
  func limits(words: String?) throws {
    #expect(try result("Mood", words) == .say("“Mood” takes a number from 1 to 10: write 4 10, for example."))
  }

  @Test("picks an option by name, by prefix and by position", arguments: ["Breakfast", "breakfast", "br", "1"])
  func picking(words: String) throws { #expect(try result("Meal", words) == .perform(.tap(id("Breakfast")))) }

  @Test("answers a missing or unknown option with the options")
  func options() throws {
    #expect(try result("Meal", "Tea") == .say("“Meal” has no “Tea”. There is Breakfast, Lunch."))
    #expect(try result("Meal") == .say("“Meal” takes one of Breakfast, Lunch: write 4 and which, such as 4 Breakfast."))
  }

  @Test("opens a day by its number")
  func days() throws {
    #expect(try result("March 2026", "4") == .perform(.tap(id("4 March"))))
    #expect(try result("March 2026") == .say("“March 2026” opens a day: write 4 and the day, such as 4 2."))
  }

  @Test("a disabled element has no number")
  func disabled() {
    #expect(!Choices(in: ChoiceResultTests.all).elements.contains { $0.label == "Send" })
  }

  @Test("every other element that can be activated or edited has a number")
  func everything() {
    let choices = Set(Choices(in: ChoiceResultTests.all).elements.map(\.label))
    let doable = ChoiceResultTests.all.everything.filter {
      $0.actions.contains(.activate) || $0.actions.contains(.edit)
    }
    let options: Set<Role> = [.option, .gridcell]
    #expect(doable.filter { !options.contains($0.role) }.allSatisfy { choices.contains($0.label) })
  }
}
