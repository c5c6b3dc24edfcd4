import FoundationEssentials
import Kernel
import Storage
import Testing

@testable import Consent

@Suite("A file of newer texts")
struct ConsentFileTests {
  private static func file(_ texts: (String, Int, String)...) -> [UInt8] {
    let list = texts.map { #"{"id":"\#($0.0)","version":\#($0.1),"text":"\#($0.2)"}"# }.joined(separator: ",")
    return Array(#"{"texts":[\#(list)]}"#.utf8)
  }

  /// A bench whose file comes from elsewhere; nil is a server that does not answer.
  private func bench(_ file: [UInt8]?, in store: Store? = nil, seed: UInt64 = 1) async throws -> ConsentBench {
    let store =
      if let store { store } else { try await Store.memory(FeatureContext()) }
    let needs = ConsentNeeds(store) { () throws(Problem) in
      guard let file else { throw Problem("away", "Nobody answers.", remedy: "Wait.") }
      return file
    }
    return try await ConsentBench(in: store, seed: seed, needs: needs)
  }

  @Test("renews those that are newer, is kept, and holds while nobody answers")
  func renewed() async throws {
    let first = try await bench(nil)
    #expect(first.state.plan == .sample && first.state.reading == .done && first.state.refused == nil)
    await first.act(.agree("terms"))
    let second = try await bench(
      Self.file(("terms", 3, "One.\\nTwo."), ("health", 1, "Older."), ("other", 4, "Of another release.")),
      in: first.store, seed: 2)
    #expect(
      second.state.plan.texts.map(\.version) == [3, 1] && second.state.plan["terms"]?.paragraphs == ["One.", "Two."])
    #expect(second.state.outdated.map(\.id) == ["terms"] && second.state.allows("terms"))
    await second.act(.agree("terms"))
    #expect(second.state.outdated.isEmpty)
    let third = try await bench(nil, in: first.store, seed: 3)
    #expect(
      third.state.plan["terms"]?.version == 3 && third.state.outdated.isEmpty && third.state.isComplete(["terms"]))
    // A release that brings a still newer text is not held back by what was kept.
    let release = ConsentPlan.sample.changed("terms", to: ["A"]).changed("terms", to: ["B"]).changed("terms", to: ["C"])
    #expect(try release.replacing(withFile: Self.file(("terms", 3, "One."))) == release)
  }

  @Test("is taken as a whole or not at all, and what was kept stays")
  func refused() async throws {
    let first = try await bench(Self.file(("terms", 2, "Good.")))
    #expect(first.state.plan["terms"]?.version == 2)
    let rubbish: [[UInt8]] = [
      [], Array("<html>".utf8), Array("{}".utf8), Array(#"{"texts":[1]}"#.utf8), Self.file(("terms", 3, "")),
      Self.file(("health", 2, "Good."), ("terms", 3, "Bad \\u0007.")), [UInt8](repeating: 32, count: 300_000),
      Array(#"{"texts":[{"id":"terms","version":1e99,"text":"a"}]}"#.utf8),
    ]
    for (index, file) in rubbish.enumerated() {
      let other = try await bench(file, in: first.store, seed: UInt64(index + 2))
      #expect(
        other.state.plan["terms"]?.paragraphs == ["Good."] && other.state.plan["health"]?.version == 1, "\(index)")
      #expect(other.labels.contains(other.state.refused?.sentence ?? "none"), "\(index)")
      let after = try await bench(nil, in: first.store, seed: UInt64(index + 20))
      #expect(after.state.plan["terms"]?.paragraphs == ["Good."] && after.state.refused == nil)
    }
  }
}
