import FoundationEssentials
import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("The target of a command")
struct TargetTests {
  func studio() async throws -> Window { try await Person.test(.studio()).window() }

  @Test("is found only by its complete, case-sensitive label", arguments: ["count", "Coun", "Count ", "COUNT", ""])
  func whole(label: String) async throws {
    let window = try await studio()
    #expect(try await window.perform(.tap(.label("Count"))).node("counted")?.label == "Counted 1")
    #expect(await window.refusal(.tap(.label(label)))?.code == "no-such-node")
  }

  @Test("is looked up in the dialog only while one is open")
  func dialog() async throws {
    let window = try await studio()
    try await window.perform(.tap(.label("Ask")))
    let problem = await window.refusal(.tap(.label("Speak")))
    #expect(problem?.code == "no-such-node" && problem?.remedy == "There is: “Count”, “No”.")
    #expect(
      await window.refusal(.tap(.id("count")))?.code == "no-such-node",
      "a node behind the dialog is not found by its id")
    #expect(try await window.perform(.tap(.label("Count"))).node("counted")?.label == "Counted 1")
    #expect(try await window.perform(.tap(.label("No"))).dialog == nil)
  }

  @Test("is refused as ambiguous when two nodes have the label, with their ids")
  func ambiguous() async throws {
    let window = try await studio()
    let problem = await window.refusal(.tap(.label("Twice")))
    #expect(problem?.code == "ambiguous" && problem?.remedy == "Name one by its id: one, two.")
    #expect(try await window.perform(.tap(.id("two"))).node("counted")?.label == "Counted 1")
  }

  @Test("is refused with the reason when it is disabled")
  func disabled() async throws {
    let window = try await studio()
    let problem = await window.refusal(.tap(.id("send")))
    #expect(problem?.code == "disabled" && problem?.what == "the id “send” cannot be used now. Nothing is written yet.")
    #expect(await window.refusal(.tap(.label("Send")))?.code == "no-such-node", "labels match enabled nodes only")
  }

  @Test("is refused with what it supports when it does not support the action")
  func notOffered() async throws {
    let window = try await studio()
    let problem = await window.refusal(.tap(.label("Mood")))
    #expect(problem?.code == "not-offered" && problem?.what == "“Mood” is a slider and does not take “activate”.")
    #expect(problem?.remedy == "It takes: “choose”.")
    #expect(await window.refusal(.type(.label("Words"), "x"))?.remedy == "These do: “Name”.")
  }

  @Test("is refused with the labels on the screen, each once, when it is missing")
  func absent() async throws {
    let window = try await studio()
    let problem = await window.refusal(.tap(.label("Unicorn")))
    #expect(problem?.what == "“Unicorn” is not on the screen.")
    for label in ["Count", "Twice", "Online", "Search"] { #expect(problem?.remedy.contains("“\(label)”") == true) }
    #expect(problem?.remedy.components(separatedBy: "“Twice”").count == 2, "each label once")
  }

  @Test(
    "refuses an invalid value, and says which values are valid",
    arguments: [
      (Command.choose(.label("Mood"), .number(11)), "It takes a number from 1.0 to 10.0."),
      (.type(.label("Name"), "Maximilian"), "It takes a text of at most 5 characters."),
      (.choose(.label("Range"), .text("Year")), "It takes one of “Week”, “Month”."),
      (.choose(.label("Sound"), .text("loud")), "It takes true or false."),
    ])
  func value(command: Command, remedy: String) async throws {
    let problem = await (try studio()).refusal(command)
    #expect(problem?.code == "bad-value" && problem?.remedy == remedy)
  }

  @Test("accepts a valid value")
  func taken() async throws {
    let window = try await studio()
    #expect(try await window.perform(.type(.label("Name"), "Anna")).node("name")?.value == "Anna")
    #expect(try await window.perform(.choose(.label("Range"), .text("Month"))).node("name")?.value == "30")
    #expect(try await window.perform(.choose(.label("Mood"), .number(7))).node("counted")?.label == "Counted 1")
    #expect(try await window.perform(.act(.label("Sound"), .choose, .flag(true))).node("counted")?.label == "Counted 2")
  }

  @Test("is waited for until it appears, and no longer than the timeout")
  func waiting() async throws {
    let window = try await studio()
    #expect(try await window.perform(.wait(.label("Count"), seconds: 0)).route.text == "/studio")
    #expect(await window.refusal(.wait(.label("Hello"), seconds: 0))?.code == "no-such-node")
    async let frame = window.perform(.wait(.label("Hello"), seconds: 30))
    try await window.perform(.tap(.label("Speak")))
    #expect(try await frame.toast == "Hello")
  }
}
