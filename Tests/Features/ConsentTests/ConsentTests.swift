import Audit
import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Consent

extension ConsentPlan {
  static let sample = ConsentPlan([
    ConsentText(
      "terms", "Terms of use", version: 1, isRequired: true, agree: "I accept",
      withdrawal: "It is required.", ["You may use it.", "You may stop."]),
    ConsentText(
      "health", "Health data", version: 1, agree: "I consent",
      withdrawal: "Sync of your entries stops at once.", ["Your entries stay here.", "They sync with an account."]),
  ])

  func changed(_ id: String, to paragraphs: [String]) -> ConsentPlan {
    ConsentPlan(
      texts.map { text in
        text.id == id
          ? ConsentText(
            text.id, text.title, version: text.version + 1, isRequired: text.isRequired, agree: text.agree,
            withdrawal: text.withdrawal, paragraphs) : text
      })
  }
}

/// A person's consents over a store in memory.
struct ConsentBench {
  let store: Store
  let context: FeatureContext
  let consents: Consents
  let window: WindowID

  init(_ plan: ConsentPlan = .sample, in store: Store? = nil, seed: UInt64 = 1, needs: ConsentNeeds? = nil) async throws
  {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    context = FeatureContext(time: clock.time, identifiers: .seeded(seed, clock.time))
    if let store { self.store = store } else { self.store = try await Store.memory(context) }
    consents = Consents(plan, on: context, needs: needs ?? ConsentNeeds(self.store))
    window = context.window().id
    await consents.send(.begin)
    await context.settling.settled()
  }

  func act(_ action: ConsentWindowAction) async {
    await consents.send(action, from: window)
    await context.settling.settled()
  }

  var state: ConsentState { consents.states.value }

  var screen: Screen<ConsentWindowAction> {
    state.screen(Route(["settings", "consent"]), in: Surroundings(now: context.time.now()), at: window)
  }
  var labels: [String] { screen.nodes.flatMap(\.all).map(\.label) + (screen.dialog?.all ?? []).map(\.label) }
}

@Suite("Consent")
struct ConsentTests {
  @Test("an optional consent can be refused in the step that asks for it, which stops what depends on it")
  func refused() async throws {
    let bench = try await ConsentBench()
    func step() -> [String] {
      bench.state.step(["terms", "health"], in: Surroundings(now: bench.context.time.now()), at: bench.window)
        .flatMap(\.all).map(\.label)
    }
    #expect(step().contains("I do not agree: Health data") && !step().contains("I do not agree: Terms of use"))
    // Not on the page of the consents, where nothing has to be answered.
    #expect(!bench.labels.contains("I do not agree: Health data"))
    let events = EventRecorder(bench.consents.events)
    await bench.act(.refuse("terms"))
    #expect(bench.state.records.isEmpty)
    await bench.act(.refuse("health"))
    #expect(bench.state.isWithdrawn("health") && !bench.state.isAnswered(["terms", "health"]))
    #expect(events.events.contains(.withdrawn("health")))
    #expect(bench.labels.contains { $0.hasPrefix("You did not agree on ") })
    await bench.act(.agree("terms"))
    #expect(bench.state.isAnswered(["terms", "health"]) && !bench.state.isComplete(["terms", "health"]))
    // It can be given later.
    await bench.act(.agree("health"))
    #expect(bench.state.allows("health") && bench.state.isComplete(["terms", "health"]))
  }

  @Test("sending waits for every consent that it depends on, ends with a refusal, and goes on when it is given")
  func sending() async throws {
    let plan = ConsentPlan(ConsentPlan.sample.texts, sending: ["terms", "health"])
    #expect(ConsentState(plan).sending == .unknown && ConsentState(.sample).sending == .granted)
    let bench = try await ConsentBench(plan)
    let stays = "Nothing is sent to a server without it: what you enter stays on this device."
    #expect(bench.state.sending == .undecided && bench.labels.filter { $0 == stays }.count == 2)
    #expect(bench.state.sendingBanner.count == 1 && bench.state.refusalNotice == nil)
    await bench.act(.agree("health"))
    #expect(bench.state.sending == .undecided)
    await bench.act(.agree("terms"))
    #expect(bench.state.sending == .granted && !bench.labels.contains(stays) && bench.state.sendingBanner.isEmpty)
    await bench.act(.askToWithdraw("health"))
    await bench.act(.withdraw)
    #expect(bench.state.sending == .refused && bench.labels.contains(stays) && bench.state.sendingBanner.isEmpty)
    let words = bench.state.refusalNotice?.all.map(\.label) ?? []
    #expect(words.contains { $0.contains("did not consent to it: Health data.") })
    await bench.act(.agree("health"))
    #expect(bench.state.sending == .granted)
    // An older text still covers what it said.
    let later = ConsentPlan(plan.changed("health", to: ["It is new."]).texts, sending: plan.sending)
    let again = try await ConsentBench(later, in: bench.store, seed: 2)
    #expect(again.state.sending == .granted && again.state.outdated.map(\.id) == ["health"])
  }

  @Test("what sending depends on can be refused on the page of the consents, before anything was given")
  func refusedAtOnce() async throws {
    let bench = try await ConsentBench(ConsentPlan(ConsentPlan.sample.texts, sending: ["terms", "health"]))
    #expect(bench.labels.contains("I do not agree: Health data"))
    await bench.act(.refuse("health"))
    #expect(bench.state.sending == .refused && !bench.state.wasGiven("health"))
    await bench.act(.agree("terms"))
    #expect(bench.state.sending == .refused && bench.state.wasGiven("terms"))
  }

  @Test("consents that cannot be read allow nothing to be sent")
  func broken() async throws {
    let plan = ConsentPlan(ConsentPlan.sample.texts, sending: ["health"])
    let mute = ConsentNeeds(
      load: { () throws(Problem) in throw Problem("disk", "The disk does not answer.", remedy: "") },
      save: { _ throws(Problem) in }, changes: { AsyncStream { nil } })
    let bench = try await ConsentBench(plan, needs: mute)
    #expect(bench.state.sending == .unknown)
  }

  @Test("a refusal on another device is heard of when it arrives")
  func refusedElsewhere() async throws {
    let bench = try await ConsentBench()
    let events = EventRecorder(bench.consents.events)
    let text = try #require(ConsentPlan.sample["health"])
    let record = ConsentRecord(
      text, isGiven: false, id: bench.context.identifiers.next(), at: bench.context.time.now().date)
    try await bench.store.collection(ConsentRecord.self, .owned(.done)).save(record)
    await bench.consents.states.wait { $0.isWithdrawn("health") }
    await bench.context.settling.settled()
    #expect(events.events.contains(.withdrawn("health")))
  }

  @Test(
    "a text for Deep mode is asked for there alone, may be refused there, and can be changed in Light mode once decided"
  )
  func deepOnly() async throws {
    let plan = ConsentPlan(
      ConsentPlan.sample.texts + [
        ConsentText(
          "training", "Training", version: 1, isDeepOnly: true, agree: "I consent", refuse: "Leave it out",
          withdrawal: "It stops.", ["Nothing is trained."])
      ])
    let bench = try await ConsentBench(plan)
    func labels(_ mode: Mode) -> [String] {
      var surroundings = Surroundings(now: bench.context.time.now())
      surroundings.mode = mode
      return bench.state.screen(Route(["settings", "consent"]), in: surroundings, at: bench.window).nodes
        .flatMap(\.all).map(\.label)
    }
    #expect(!labels(.light).contains("Training") && labels(.light).contains("1 more in Deep mode, by kind of data."))
    #expect(labels(.deep).contains("I consent: Training") && labels(.deep).contains("Leave it out: Training"))
    await bench.act(.refuse("training"))
    #expect(bench.state.isWithdrawn("training") && labels(.light).contains("I consent: Training"))
    #expect(!labels(.light).contains { $0.contains("more in Deep mode") })
  }

  @Test("a text that has changed is announced above every screen until the person has decided about it")
  func announced() async throws {
    let first = try await ConsentBench()
    await first.act(.agree("health"))
    #expect(first.state.banner.isEmpty)
    let bench = try await ConsentBench(
      ConsentPlan.sample.changed("health", to: ["It is new."]), in: first.store, seed: 2)
    func words() -> [String] { bench.state.banner.flatMap(\.all).map(\.label) }
    #expect(
      words().contains("A text that you agreed to has changed: Health data. Until you decide, the older one holds."))
    #expect(bench.state.banner.flatMap(\.all).contains { $0.destination == Route(["settings", "consent"]) })
    await bench.act(.agree("health"))
    #expect(words().isEmpty)
  }

  @Test("the leading paragraphs are shown at once, the others on request, and a page shows the whole text")
  func leading() async throws {
    let text = ConsentText(
      "terms", "Terms of use", version: 3, isRequired: true, withdrawal: "It is required.", leading: 2,
      ["First.", "Second.", "Third."])
    let bench = try await ConsentBench(ConsentPlan([text]))
    #expect(bench.labels.contains("Second.") && !bench.labels.contains("Third."))
    #expect(bench.labels.contains("Learn more: Terms of use"))
    await bench.act(.read("terms"))
    #expect(bench.labels.contains("Third.") && bench.labels.contains("Show less of Terms of use"))
    #expect(bench.state.plan.places.map(\.pattern.text) == ["/settings/consent", "/settings/consent/terms"])
    let page = bench.state.screen(
      ConsentPlan.route(of: "terms"), in: Surroundings(now: bench.context.time.now()), at: bench.window)
    #expect(page.title == "Terms of use")
    let labels = page.nodes.flatMap(\.all).map(\.label)
    #expect(labels.contains("Third.") && labels.contains("Version 3"))
  }

  @Test("is recorded with version, time and the hash of the exact text", .covers("cd-FR5"))
  func given() async throws {
    let bench = try await ConsentBench()
    #expect(!bench.state.allows("health") && !bench.state.isComplete(["terms"]))
    #expect(bench.labels.contains("I consent: Health data"))
    await bench.act(.agree("health"))
    let record = try #require(try await bench.store.collection(ConsentRecord.self, .owned(.done)).records().first)
    #expect(record.category == "health" && record.version == 1 && record.isGiven)
    #expect(record.decidedAt == Date(timeIntervalSince1970: 1_800_000_000))
    #expect(record.text == "Your entries stay here.\n\nThey sync with an account.")
    // sha256sum of that text.
    #expect(record.hash == ConsentPlan.sample.texts[1].hash && record.hash.count == 64)
    #expect(
      bench.state.allows("health") && bench.state.isComplete(["health"])
        && !bench.state.isComplete(["terms", "health"]))
    // Agreeing twice adds nothing.
    await bench.act(.agree("health"))
    #expect(bench.state.records.count == 1)
  }

  @Test("a second consent that is given while the first is being saved is saved too, and the same one only once")
  func atOnce() async throws {
    let bench = try await ConsentBench()
    var state = bench.state
    let now = bench.context.time.now()
    #expect(!state.receive(.agree("terms"), from: bench.window, at: now).isEmpty)
    #expect(state.receive(.agree("terms"), from: bench.window, at: now).isEmpty)
    #expect(!state.receive(.agree("health"), from: bench.window, at: now).isEmpty)
  }

  @Test("the hash is SHA-256 of the text in UTF-8")
  func hash() {
    let text = ConsentText("a", "A", version: 1, withdrawal: "", ["abc"])
    #expect(text.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("is still there after a restart, and asked again when the text changes, with what changed")
  func asksAgain() async throws {
    let first = try await ConsentBench()
    await first.act(.agree("health"))
    let plan = ConsentPlan.sample.changed("health", to: ["Your entries stay here.", "They are never sold."])
    let bench = try await ConsentBench(plan, in: first.store, seed: 2)
    #expect(bench.state.outdated.map(\.id) == ["health"] && !bench.state.isComplete(["health"]))
    #expect(bench.state.allows("health"), "the older text still covers what it said")
    #expect(bench.labels.contains { $0.hasPrefix("The text has changed since you agreed on") })
    #expect(bench.labels.contains("New: They are never sold."))
    #expect(bench.labels.contains("Removed: They sync with an account."))
    await bench.act(.agree("health"))
    #expect(bench.state.isComplete(["health"]) && bench.state.outdated.isEmpty)
    #expect(bench.state.records.map(\.version) == [2, 1])
  }

  @Test("is withdrawn at once, after what stops was said; a required one is not")
  func withdrawn() async throws {
    let bench = try await ConsentBench()
    await bench.act(.agree("health"))
    await bench.act(.agree("terms"))
    let events = EventRecorder(bench.consents.events)
    await bench.act(.askToWithdraw("terms"))
    #expect(bench.screen.dialog == nil)
    await bench.act(.askToWithdraw("health"))
    #expect(bench.labels.contains("Sync of your entries stops at once.") && bench.state.allows("health"))
    await bench.act(.withdraw)
    #expect(!bench.state.allows("health") && bench.state.isWithdrawn("health"))
    #expect(events.events.contains(.withdrawn("health")))
    #expect(bench.labels.contains { $0.hasPrefix("Withdrawn on") })
    await bench.act(.agree("health"))
    #expect(bench.state.allows("health") && bench.state.records.count == 4)
  }

  @Test("a decision of another device counts at once")
  func elsewhere() async throws {
    let bench = try await ConsentBench()
    await bench.act(.agree("health"))
    let events = EventRecorder(bench.consents.events)
    let later = ConsentRecord(
      ConsentPlan.sample.texts[1], isGiven: false, id: bench.context.identifiers.next(),
      at: Date(timeIntervalSince1970: 1_800_000_100))
    try await bench.store.collection(ConsentRecord.self, .owned(.done)).save(later)
    await bench.consents.states.wait { !$0.allows("health") }
    #expect(bench.state.isWithdrawn("health"))
    await bench.context.settling.settled()
    #expect(events.events == [.withdrawn("health")])
  }

  @Test("a permission in an imported archive is asked again, and a withdrawal in one holds")
  func imported() async throws {
    let plan = ConsentPlan(ConsentPlan.sample.texts, sending: ["terms", "health"])
    let first = try await ConsentBench(plan)
    await first.act(.agree("terms"))
    await first.act(.agree("health"))
    let records = first.state.records
    let bench = try await imported(records, plan, only: records)
    #expect(bench.state.sending == .undecided && !bench.state.allows("health") && !bench.state.isAnswered(["terms"]))
    let words = "in an imported archive. Confirm it here before it counts."
    #expect(bench.labels.filter { $0.contains(words) }.count == 2)
    #expect(bench.labels.contains("I do not agree: Health data"))
    for id in ["terms", "health"] { await bench.act(.agree(id)) }
    #expect(bench.state.sending == .granted && !bench.labels.contains { $0.contains(words) })

    // A withdrawal holds against a later permission from an archive, and an imported withdrawal holds too.
    let health = try #require(records.first { $0.category == "health" })
    let text = try #require(plan["health"])
    let earlier = health.decidedAt.addingTimeInterval(-60)
    let own = { (isGiven: Bool) in
      ConsentRecord(text, isGiven: isGiven, id: first.context.identifiers.next(), at: earlier)
    }
    let (withdrawn, given) = (own(false), own(true))
    let refused = try await imported([health, withdrawn], plan, only: [health])
    #expect(refused.state.isWithdrawn("health"))
    let kept = try await imported([health, given], plan, only: [health])
    #expect(kept.state.standing(of: "health") == .imported(health) && !kept.state.allows("health"))
    let no = ConsentRecord(text, isGiven: false, id: first.context.identifiers.next(), at: health.decidedAt)
    let stopped = try await imported([no, given], plan, only: [no])
    #expect(stopped.state.isWithdrawn("health"))
  }

  private func imported(
    _ records: [ConsentRecord], _ plan: ConsentPlan, only: [ConsentRecord]
  ) async throws -> ConsentBench {
    var needs = ConsentNeeds(
      load: { () throws(Problem) in records }, save: { _ throws(Problem) in }, changes: { AsyncStream { nil } })
    let ids = Set(only.map(\.id.uuid))
    needs.imported = { ids }
    return try await ConsentBench(plan, seed: 2, needs: needs)
  }

  @Test("a decision that cannot be saved is not taken, and the screen says so")
  func unsaved() async throws {
    let full = Problem("full", "The disk is full.", safe: "Nothing was changed.", remedy: "Make room.")
    let needs = ConsentNeeds(
      load: { () throws(Problem) in [] }, save: { _ throws(Problem) in throw full }, changes: { AsyncStream { nil } })
    let bench = try await ConsentBench(needs: needs)
    await bench.act(.agree("health"))
    #expect(!bench.state.allows("health") && bench.labels.contains(full.sentence))
    #expect(bench.labels.contains("I consent: Health data"), "it can be tried again")
  }

  @Test("consents that cannot be read allow nothing, and can be read again")
  func unread() async throws {
    let broken = Problem("broken", "It cannot be read.", remedy: "Try again.")
    let needs = ConsentNeeds(
      load: { () throws(Problem) in throw broken }, save: { _ throws(Problem) in }, changes: { AsyncStream { nil } })
    let bench = try await ConsentBench(needs: needs)
    #expect(!bench.state.allows("health") && !bench.state.isComplete([]))
    await bench.act(.agree("health"))
    #expect(bench.state.records.isEmpty && bench.labels.contains("Try again"))
  }

  @Test("the step that cannot be skipped shows its consents, with the whole text on request")
  func step() async throws {
    let bench = try await ConsentBench()
    func labels() -> [String] {
      bench.state.step(["terms"], in: Surroundings(now: bench.context.time.now()), at: bench.window)
        .flatMap(\.all).map(\.label)
    }
    #expect(labels().contains("I accept: Terms of use") && !labels().contains("I consent: Health data"))
    #expect(!labels().contains("You may stop."))
    await bench.act(.read("terms"))
    #expect(labels().contains("You may stop."))
    await bench.act(.agree("terms"))
    #expect(bench.state.isComplete(["terms"]) && !labels().contains("I accept: Terms of use"))
  }
}

@Suite("A consent text from elsewhere")
struct RemoteConsentTextTests {
  @Test("replaces the paragraphs and the version, and nothing else")
  func rest() throws {
    let plan = ConsentPlan([
      ConsentText(
        "training", "Training", version: 1, isDeepOnly: true, agree: "Yes", refuse: "Never", withdrawal: "It stops.",
        leading: 2, ["Old."])
    ])
    let text = try #require(try plan.replacing("training", version: 2, with: Array("New.".utf8))["training"])
    #expect(
      text
        == ConsentText(
          "training", "Training", version: 2, isDeepOnly: true, agree: "Yes", refuse: "Never", withdrawal: "It stops.",
          leading: 2, ["New."]))
  }

  @Test("is taken when it is newer and readable")
  func taken() async throws {
    let bench = try await ConsentBench()
    await bench.consents.send(.received("terms", version: 2, Array("One.\n\nTwo.\n".utf8)))
    #expect(bench.state.plan.texts[0].paragraphs == ["One.", "Two."] && bench.state.plan.texts[0].version == 2)
    #expect(bench.state.refused == nil)
  }

  @Test("that is rubbish is refused with a sentence, and the last good one stays")
  func refused() async throws {
    let rubbish: [(Int, [UInt8])] = [
      (2, []), (2, Array(" \n\n \n".utf8)), (2, Array("123 456".utf8)), (2, [0xFF, 0xFE, 0x41]), (2, [0x41, 0]),
      (2, Array("A\u{202E}B".utf8)), (2, Array("A\u{1B}[31m".utf8)),
      (2, [UInt8](repeating: 0x41, count: 4 << 20)), (1, Array("Older.".utf8)), (0, Array("Older.".utf8)),
      (Int.max, Array("Newer.".utf8)), (-1, Array("Older.".utf8)),
    ]
    for (version, bytes) in rubbish {
      let bench = try await ConsentBench()
      await bench.consents.send(.received("terms", version: version, bytes))
      #expect(bench.state.plan == .sample, "\(bytes.prefix(8))")
      #expect(bench.state.refused?.safe == "The text that you know stays in force.")
      #expect(bench.labels.contains(bench.state.refused?.sentence ?? ""))
    }
    let bench = try await ConsentBench()
    await bench.consents.send(.received("unknown", version: 2, Array("Text.".utf8)))
    #expect(bench.state.plan == .sample && bench.state.refused != nil)
  }

  @Test("are accessible, before and after they are given")
  func accessible() async throws {
    let bench = try await ConsentBench()
    #expect(bench.screen.nodes.count > 1)
    #expect(Audit.findings(of: bench.screen, theme: .plain) == [])
    await bench.consents.send(.received("terms", version: 9, []))
    #expect(Audit.findings(of: bench.screen, theme: .plain) == [])
  }
}
