import Catalog
import Chance
import Covers
import Foundation
import Kernel
import Shell
import Supabase
import Testing

@testable import Embedding

@Suite("Options of a window") struct EmbeddingOptionsTests {
  private func options(_ text: String) throws -> EmbeddingOptions {
    try EmbeddingOptions(Array(text.utf8), among: Product.all)
  }

  @Test("the least that opens a window is a product and where its data go")
  func least() throws {
    let inMemory = try options(#"{"product":"yhealth","memory":true}"#)
    #expect(inMemory.profile == "me" && inMemory.folder == nil && inMemory.start == nil)
    #expect(inMemory.shared == EmbeddingOptions.Shared() && inMemory.region.isEmpty)
    #expect(try options(#"{"product":"cadence","data":"/tmp/x","demo":null}"#).folder == "/tmp/x")
  }

  @Test("a zone belongs to a clock that is moved by hand, and to the window else")
  func zones() throws {
    let live = try options(#"{"product":"yhealth","memory":true,"zone":"Europe/Rome","locale":"de-DE"}"#)
    #expect(live.region.zone?.identifier == "Europe/Rome" && live.region.locale == "de-DE" && live.shared.zone == nil)
    let manual = try options(
      #"{"product":"yhealth","memory":true,"zone":"Europe/Rome","clock":"2026-03-02T08:00:00Z"}"#)
    #expect(manual.start?.zone.identifier == "Europe/Rome" && manual.region.zone == nil)
    #expect(manual.shared.zone == "Europe/Rome")
  }

  @Test("a seed of 64 bits comes as digits, and a number only where JSON is exact")
  func seeds() throws {
    #expect(try options(#"{"product":"yhealth","memory":true,"seed":7}"#).shared.seed == 7)
    let digits = #"{"product":"yhealth","memory":true,"seed":"18446744073709551615"}"#
    #expect(try options(digits).shared.seed == .max)
  }

  @Test("a passphrase and a server are taken")
  func values() throws {
    let text = #"""
      {"product":"yhealth","data":"/tmp/x","key":{"passphrase":"nine words"},
       "backend":{"address":"https://a.example/","key":"k"}}
      """#
    let given = try options(text)
    #expect(given.shared.key == .passphrase("nine words"))
    #expect(given.shared.backend?.address == "https://a.example")
  }

  @Test(
    "what cannot be understood is refused with a sentence",
    arguments: [
      "", "[]", "{", "7", #""yhealth""#, "{}", #"{"product":"yhealth"}"#, #"{"product":"nothing","memory":true}"#,
      #"{"product":7,"memory":true}"#, #"{"product":"yhealth","memory":"yes"}"#,
      #"{"product":"yhealth","memory":false}"#, #"{"product":"yhealth","memory":true,"data":"/tmp/x"}"#,
      #"{"product":"yhealth","data":"relative"}"#, #"{"product":"yhealth","data":""}"#,
      #"{"product":"yhealth","data":"/a\u0000b"}"#, #"{"product":"yhealth","memory":true,"porfile":"me"}"#,
      #"{"product":"yhealth","memory":true,"clock":"noon"}"#, #"{"product":"yhealth","memory":true,"zone":"Mars"}"#,
      #"{"product":"yhealth","memory":true,"locale":"??"}"#, #"{"product":"yhealth","memory":true,"seed":-1}"#,
      #"{"product":"yhealth","memory":true,"seed":9007199254740993}"#,
      #"{"product":"yhealth","memory":true,"seed":1.5}"#, #"{"product":"yhealth","memory":true,"key":"shelf"}"#,
      #"{"product":"yhealth","memory":true,"key":{"passphrase":""}}"#,
      #"{"product":"yhealth","memory":true,"backend":"https://a.example"}"#,
      #"{"product":"yhealth","memory":true,"backend":{"address":"ftp://a.example","key":"k"}}"#,
      #"{"product":"yhealth","memory":true,"backend":{"address":"https://a b","key":"k"}}"#,
      #"{"product":"yhealth","memory":true,"demo":1}"#, #"{"product":[[[[[[1]]]]]]}"#,
    ])
  func refused(text: String) {
    let problem = #expect(throws: Problem.self) { try options(text) }
    #expect(problem?.code == "bad-options" && problem?.safe == "Nothing was opened.")
  }

  @Test("random changes of good options are taken or refused, and never end the process")
  func rubbish() throws {
    let good = Array(#"{"product":"yhealth","memory":true,"seed":7,"clock":"2026-03-02T08:00:00Z"}"#.utf8)
    var dice = try FuzzPlan.generator(for: "EmbeddingOptions")
    var refused = 0
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice) }
      do { _ = try EmbeddingOptions(bytes, among: Product.all) } catch { refused += 1 }
    }
    #expect(refused > 400)
  }
}
