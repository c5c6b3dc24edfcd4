import Kernel
import Testing

@testable import Commands

@Suite("A set of commands") struct CommandSetTests {
  private let ran = Locked<[String]>([])

  private var set: CommandSet {
    let ran = ran
    let count = Option(name: "count", value: "N", words: "how many")
    let print = Tool(name: "print", summary: "prints", operands: "FILE", options: [count, .json]) { given in
      ran.withLock { $0.append("print \(given.operands) \(given[count] ?? "none") \(given.has(.json))") }
      return 0
    }
    let fail = Tool(name: "fail", summary: "fails") { given throws(Problem) in
      throw Problem("no-luck", "It could not be done.", remedy: "Try again.")
    }
    return CommandSet(version: "1", tools: [print, fail], usual: print, introduction: "Words.", closing: "End.")
  }

  @Test(
    "operands and options reach the tool in either form and any order",
    arguments: [
      ["print", "a", "--count", "3", "--json"], ["print", "--count=3", "a", "--json"],
      ["print", "--json", "--count=3", "--", "a"],
    ])
  func words(words: [String]) async {
    #expect(await set.run(words) == 0)
    #expect(ran.withLock { $0 } == [#"print ["a"] 3 true"#])
  }

  @Test("without a tool name the default tool runs, with its options", arguments: [[], ["--count", "2"]])
  func usual(words: [String]) async {
    #expect(await set.run(words) == 0)
    #expect(ran.withLock { $0 } == ["print [] \(words.last ?? "none") false"])
  }

  @Test(
    "wrong usage exits with 2 and runs nothing",
    arguments: [["prnit"], ["print", "--cuont", "3"], ["print", "--count"], ["help", "prnit"], ["--nothing"]])
  func wrong(words: [String]) async {
    #expect(await set.run(words) == 2)
    #expect(ran.withLock(\.isEmpty))
  }

  @Test("an unknown command is reported with the nearest known one")
  func guessed() throws {
    let problem = Problem.usage("There is no command “prnit”.", near: "prnit", among: ["print", "fail"])
    #expect(problem.code == "usage" && problem.sentence.contains("Did you mean print?"))
  }

  @Test("a tool that fails exits with 1")
  func failing() async { #expect(await set.run(["fail"]) == 1) }

  @Test(
    "asking for help runs no tool", arguments: [["help"], ["help", "print"], ["print", "--help"], ["--help"], ["-v"]])
  func help(words: [String]) async {
    #expect(await set.run(words) == 0)
    #expect(ran.withLock(\.isEmpty))
  }

  @Test("a tool of a missing program names the program and how to build it")
  func missing() async {
    let tool = Tool.forwarded("measure", to: "no-such-program", summary: "measures")
    do throws(Problem) {
      _ = try await tool.run(.unread(["--anything"]))
      Issue.record("The tool ran.")
    } catch {
      #expect(error.code == "no-no-such-program" && error.sentence.contains("Scripts/build-release no-such-program"))
    }
  }
}
