import Audit
import Covers
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Profile

@Suite("Profile") struct ProfileTests {
  private let overview = ProfilePlaces.profile

  @Test("an empty profile says what is missing, each with a way to it", .covers("vx-FR-047"))
  func empty() async throws {
    let bench = try await Bench()
    #expect(bench.state.completion == 0 && bench.node("Your profile is 0 % complete", overview) != nil)
    #expect(bench.node("Add: Name", overview)?.destination == ProfilePlaces.edit)
    #expect(bench.node("Add: Photo", overview)?.destination == ProfilePlaces.edit)
    #expect(bench.node("Add: Sober since", overview)?.destination == Route(["since"]))
    #expect(bench.node("No name yet", overview) != nil)
  }

  @Test("what is saved is shown, counts, and is there after a restart", .covers("vx-FR-040"))
  func saved() async throws {
    let bench = try await Bench()
    await bench.appear()
    await bench.type("Name", "  Jonas ")
    await bench.type("About me", "Still here.")
    await bench.perform("Role", .choose, .text("sponsee"), in: bench.nodes(), from: bench.window)
    await bench.tap("Save")
    // The store tells of a change on its own, so that either comes first.
    #expect(bench.events.count == 2 && bench.events.contains(.saved(part: nil)) && bench.events.contains(.changed))
    #expect(bench.node("Jonas", overview) != nil && bench.state.completion == 60)
    #expect(bench.nodes(overview).contains { $0.role == .card && $0.value == "Sponsee" })
    let again = try await Bench(over: bench)
    #expect(again.state.values == bench.state.values && again.state.name == "Jonas")
    #expect(try await again.waiting().count == 1)
  }

  @Test("a required field and a wrong one are refused in words beside them")
  func refused() async throws {
    let bench = try await Bench()
    await bench.appear()
    await bench.type("About me", "spam")
    #expect(bench.node("About me")?.state.invalid == "Say something else.")
    await bench.tap("Save")
    #expect(bench.node("Name")?.state.invalid == "Enter your name." && bench.events.isEmpty)
    await bench.type("Name", String(repeating: "n", count: 21))
    #expect(bench.node("Name")?.state.invalid == "This has 21 characters; the limit is 20. Make it shorter.")
    await bench.type("Name", "Ann")
    await bench.type("About me", "Hello")
    await bench.tap("Save")
    #expect(bench.events.contains(.saved(part: nil)))
  }

  @Test("a change of role asks what the new role needs", .covers("vx-US6-3", "vx-FR-041"))
  func role() async throws {
    let bench = try await Bench()
    await bench.send(.set([.name: "Ann", "role": "sponsee"]))
    await bench.appear()
    #expect(bench.node("Experience") == nil)
    await bench.perform("Role", .choose, .text("sponsor"), in: bench.nodes(), from: bench.window)
    #expect(bench.node("Experience") != nil)
    await bench.tap("Save")
    #expect(bench.node("Experience")?.state.invalid == "Say what experience you bring.")
    await bench.type("Experience", "Ten years")
    await bench.tap("Save")
    #expect(bench.state.values["role"] == "sponsor" && bench.state.values["experience"] == "Ten years")
    // Back to the former role, the answer stays for later.
    await bench.send(.set(["role": "sponsee"]))
    #expect(bench.state.values["experience"] == "Ten years" && bench.state.inputs.count == 4)
  }

  @Test("a part asks only its fields, saves only them, and is complete with the required ones")
  func part() async throws {
    let bench = try await Bench()
    func nodes() -> [Node<ProfileWindowAction>] {
      bench.state.partNodes("details", save: "Continue", in: Surroundings(now: bench.clock.now), at: bench.window)
        .flatMap(\.all)
    }
    await bench.send(.set([.name: "Ann", "role": "sponsor"]))
    #expect(!bench.state.isComplete("details") && nodes().node(labelled: "Name") == nil)
    await bench.perform("Continue", in: nodes(), from: bench.window)
    #expect(nodes().node(labelled: "Experience")?.state.invalid == "Say what experience you bring.")
    await bench.perform("Experience", .edit, .text("Ten years"), in: nodes(), from: bench.window)
    // Killed here, the text is still there.
    let again = try await Bench(over: bench)
    let part = again.state.partNodes(
      "details", save: "Continue", in: Surroundings(now: again.clock.now), at: again.window
    ).flatMap(\.all)
    #expect(part.node(labelled: "Experience")?.value == "Ten years")
    await again.perform("Continue", in: part, from: again.window)
    #expect(again.state.isComplete("details") && again.state.name == "Ann")
    #expect(again.events.contains(.saved(part: "details")))
  }

  @Test("what is typed survives a kill, and is offered again")
  func draft() async throws {
    let bench = try await Bench()
    await bench.appear()
    await bench.type("Name", "Half a na")
    let again = try await Bench(over: bench)
    await again.appear()
    #expect(again.node("Name")?.value == "Half a na" && again.node("Recovered from your draft.") != nil)
  }

  @Test("what was typed is found too when the form is on the screen before the profile is read")
  func earlyForm() async throws {
    let bench = try await Bench()
    await bench.appear()
    await bench.type("Name", "Half a na")
    let again = try await Bench(over: bench, begins: false)
    await again.appear()
    await again.send(.begin)
    #expect(again.node("Name")?.value == "Half a na" && again.node("Recovered from your draft.") != nil)
  }

  @Test("fields set elsewhere, also before the profile is read, are stored and change what is shown")
  func set() async throws {
    let bench = try await Bench()
    await bench.appear()
    await bench.send(.set([.name: "Ann"]))
    await bench.send(.set([.name: "Ann"]))
    #expect(bench.node("Name")?.value == "Ann" && bench.events == [.changed])
    #expect(try await Bench(over: bench).state.name == "Ann")
  }

  @Test("a profile saved on another device first asks before it is overwritten; other fields merge")
  func behind() async throws {
    let bench = try await Bench()
    await bench.send(.set([.name: "Ann", "bio": "One"]))
    await bench.appear()
    await bench.type("About me", "Mine")
    let store = bench.store
    let all = try await Shelf<SampleProfile>(store, .owned(.entered)).collection()
    var record = try #require(try await all.record(SampleProfile.own))
    record.texts["bio"] = "Theirs"
    try await all.save(record, over: .anything)
    await bench.until { $0.values["bio"] == "Theirs" }
    await bench.tap("Save")
    #expect(bench.nodes().contains { $0.label.hasPrefix("Your profile was changed on another device") })
    await bench.tap("Replace it with mine")
    await bench.tap("Replace")
    #expect(bench.state.values["bio"] == "Mine" && bench.state.name == "Ann")
  }

  @Test("an unreadable profile says so, and is read again")
  func unread() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let load = needs.load
      needs.load = { () throws(Problem) in
        if isFull.withLock({ $0 }) { throw Darkroom.down }
        return try await load()
      }
    }
    #expect(bench.nodes(overview).contains { $0.label.hasPrefix("Your profile could not be loaded.") })
    await bench.send(.set([.name: "Ann"]))
    isFull.withLock { $0 = false }
    await bench.tap("Try again", overview)
    #expect(bench.state.name == "Ann")
  }

  @Test("others see the public fields and no others")
  func others() async throws {
    let bench = try await Bench()
    await bench.send(.set([.name: "Ann", "role": "sponsor", "bio": "Hello", "experience": "Ten years"]))
    let section = try #require(bench.nodes(overview).first { $0.role == .region && $0.label == "Others see" })
    let said = section.all.compactMap(\.value)
    #expect(said.contains("Hello") && said.contains("Sponsor") && !said.contains("Ten years"))
  }

  @Test("every screen passes the audit")
  func sound() async throws {
    let bench = try await Bench()
    for fields in [[:], [.name: "Ann", "role": "sponsor", "bio": "Hello"]] as [[ProfileField: String]] {
      await bench.send(.set(fields))
      await bench.appear()
      for route in [overview, ProfilePlaces.edit] {
        #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
      }
      await bench.do(.choosePhoto)
      #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    }
  }
}
