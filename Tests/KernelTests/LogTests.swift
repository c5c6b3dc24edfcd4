import Covers
import Kernel
import Testing

@Suite("Log: only values that may be logged")
struct LogTests {
  private let lines = Notes<Log.Line>()
  private var log: Log { Log { [lines] in lines.add($0) } }

  @Test("A message consists of literals, numbers, identifiers, problem codes and values declared open")
  func message() throws {
    let id = Identifiers.seeded(1, ManualTime(.start).time).next(LogTests.self)
    let problem = Problem("profile-in-use", "A private name is here.", remedy: "None.")
    let words: StaticString = "fixed"
    log.info("plain words")
    log.info("\(words) \(3) \(UInt8(4)) \(2.5) \(true) \(Moment.start) \(id) \(code: problem) \(open: "days")")
    log.info("\(Duration.seconds(2))")
    #expect(
      lines.all.map(\.text) == [
        "plain words", "fixed 3 4 2.5 true 2026-01-15T12:00:00.000Z \(id) profile-in-use days", "2.0 seconds",
      ])
  }

  @Test("A line carries its level and the module it comes from")
  func levels() {
    let log = log.from("Navigation")
    log.debug("a")
    log.info("b")
    log.warning("c")
    log.error("d")
    #expect(lines.all.map(\.level) == [.debug, .info, .warning, .error])
    #expect(lines.all.map(\.level) == lines.all.map(\.level).sorted())
    #expect(lines.all.allSatisfy { $0.source == "Navigation" })
    Log.silent.error("nobody reads this")
    #expect(lines.all.count == 4)
  }
}
