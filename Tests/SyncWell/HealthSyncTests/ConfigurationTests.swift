import Audit
import Carrying
import Covers
import FeatureTesting
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import Testing

@testable import HealthSync

@Suite("The configuration of a sync") struct ConfigurationTests {
  let adding = HealthSyncPlaces.adding

  @Test(
    "Four steps lead to a saved sync and its card",
    .covers(
      "sw-US-04-A2", "sw-US-04-A3", "sw-US-04-A4", "sw-US-04-A6", "sw-US-04-A7", "sw-US-04-T1", "sw-US-04-T2",
      "sw-US-04-U1", "sw-US-04-U2"))
  func steps() async throws {
    let bench = try await SyncBench()
    await bench.do(.appeared(adding))
    let form = try #require(bench.nodes(adding).first { $0.role == .form })
    #expect(
      form.children[0].children.map(\.label) == [
        "Choose Data Type", "Choose Source", "Choose Destination", "Review & Save",
      ])
    #expect(form.value == "Step 1 of 4")
    // Several types of data can be chosen, and without one there is no next step.
    #expect(bench.node("Next", at: adding)?.state.isDisabled == true)
    await bench.tap("Steps", at: adding)
    await bench.tap("Sleep", at: adding)
    #expect(bench.nodes(adding).filter { $0.role == .checkbox && $0.state.check == .on }.count == 2)
    await bench.tap("Next", at: adding)
    // One source and one destination: radio buttons.
    #expect(bench.nodes(adding).contains { $0.role == .radiogroup && $0.label == "Source" })
    await bench.tap("Garmin", at: adding)
    await bench.tap("Next", at: adding)
    #expect(bench.nodes(adding).first { $0.role == .form }?.value == "Step 3 of 4")
    #expect(bench.nodes(adding).contains { $0.role == .radiogroup && $0.label == "Destination" })
    await bench.tap("Google Health", at: adding)
    await bench.tap("Next", at: adding)
    #expect(bench.shows("Sync Steps, Sleep from Garmin to Google Health", at: adding))
    await bench.tap("Save Sync", at: adding)
    #expect(bench.events.contains(.finished([adding])), "the sheet closes over the dashboard")
    let card = try #require(bench.node("Steps, Sleep"))
    #expect(card.value == "Garmin → Google Health")
    // It is stored: another start shows it.
    let after = try await SyncBench(over: bench)
    #expect(after.node("Steps, Sleep") != nil && after.state.book.plans[0].kinds == [.steps, .sleep])
    #expect(
      bench.facts.filter { fact in
        switch fact {
        case .addStarted, .kindsSelected, .sourceSelected, .destinationSelected, .addCompleted: true
        default: false
        }
      } == [
        .addStarted, .kindsSelected(2), .sourceSelected("garmin"), .destinationSelected("google-health"), .addCompleted,
      ])
  }

  @Test(
    "What cannot be chosen is greyed out with its reason",
    .covers("sw-US-04-A5", "sw-US-04-T3"))
  func reasons() async throws {
    let bench = try await SyncBench(connected: ["garmin", "apple-health", "google-health", "strava"])
    await bench.do(.appeared(adding))
    for kind in ["Steps", "Heart rate variability"] { await bench.tap(kind, at: adding) }
    await bench.tap("Next", at: adding)
    func reason(_ app: String) -> String? {
      bench.nodes(adding).first { $0.role == .listitem && $0.label == app }?.value
    }
    #expect(reason("Strava") == "Strava does not hand out steps or heart rate variability.")
    #expect(reason("Fitbit")?.contains("ended in September 2026") == true)
    #expect(reason("Health Connect") == "Health Connect is not connected yet.")
    #expect(bench.node("Connect Health Connect", at: adding) != nil && bench.node("Connect Fitbit", at: adding) == nil)
    await bench.tap("Apple Health", at: adding)
    await bench.tap("Next", at: adding)
    #expect(reason("Apple Health") == "Apple Health is the source.")
    #expect(reason("Garmin") == "Garmin takes no data from other apps.")
    #expect(reason("Google Health")?.contains("SDNN") == true && reason("Google Fit")?.contains("ends in 2026") == true)
    // An action for an app that is not offered changes nothing.
    await bench.do(.chooseDestination("garmin"))
    await bench.do(.next)
    #expect(bench.state.windows[bench.window].draft.page == .destination)
  }

  @Test("What is lost on the way and what the apps allow is said before Save", .covers("sw-US-14-U1"))
  func losses() async throws {
    let bench = try await SyncBench()
    await bench.do(.appeared(adding))
    for kind in [SampleKind.sleep, .workout] { await bench.do(.toggleKind(kind, true)) }
    await bench.do(.next)
    await bench.do(.chooseSource("apple-health"))
    await bench.do(.next)
    await bench.do(.chooseDestination("health-connect"))
    await bench.do(.next)
    let labels = bench.nodes(adding).map(\.label)
    #expect(
      labels.contains { $0.hasPrefix("Sleep: “in bed” has no stage") }
        && labels.contains { $0.hasPrefix("Workouts: cross-country") })
    #expect(labels.contains { $0.hasPrefix("Health Connect hands out 30 days") })
  }

  @Test("The same sync twice is refused with a sentence")
  func twice() async throws {
    let bench = try await SyncBench()
    try await bench.add([.steps, .weight], from: "garmin", to: "google-health")
    try await bench.add([.weight], from: "garmin", to: "google-health")
    #expect(bench.state.book.plans.count == 1)
    #expect(bench.toasts.last == "“Steps, Weight from Garmin to Google Health” does this already.")
  }

  @Test("What was chosen before and does not fit any more is let go")
  func changedMind() async throws {
    let bench = try await SyncBench()
    await bench.do(.appeared(adding))
    await bench.do(.toggleKind(.workout, true))
    await bench.do(.next)
    await bench.do(.chooseSource("strava"))
    await bench.do(.next)
    await bench.do(.back)
    await bench.do(.back)
    await bench.do(.toggleKind(.steps, true))
    await bench.do(.next)
    #expect(bench.state.windows[bench.window].draft.source == nil)
    #expect(bench.node("Next", at: adding)?.state.isDisabled == true)
  }

  @Test("The first sync begins with the two apps that were just connected")
  func firstApps() async throws {
    let bench = try await SyncBench(connected: [])
    #expect(bench.node("Connect two apps")?.destination == HealthSyncPlaces.firstApps)
    await bench.send(.accounts(["garmin": .connected, "google-health": .connected]))
    await bench.do(.begun(source: "garmin", destination: "google-health"))
    await bench.do(.appeared(adding))
    // Everything that both can do is chosen, and the review is shown at once.
    #expect(bench.nodes(adding).first { $0.role == .form }?.value == "Step 4 of 4")
    let kinds = bench.state.windows[bench.window].draft.kinds
    #expect(kinds.contains(.steps) && kinds.contains(.sleep) && !kinds.contains(.heartRate))
    // The types can still be changed; the apps stay chosen.
    await bench.tap("Change data types", at: adding)
    for kind in kinds where kind != .steps { await bench.do(.toggleKind(kind, false)) }
    for _ in 0..<3 { await bench.tap("Next", at: adding) }
    #expect(bench.shows("Sync Steps from Garmin to Google Health", at: adding))
    await bench.tap("Save Sync", at: adding)
    #expect(bench.state.book.plans.count == 1 && bench.events.contains(.saved))
    // The next pair of the same apps is offered what no sync of them carries yet.
    await bench.do(.begun(source: "garmin", destination: "google-health"))
    await bench.do(.appeared(adding))
    #expect(bench.state.windows[bench.window].draft.kinds == kinds.subtracting([.steps]))
    // What one of the two cannot do is not proposed: they have different variabilities.
    await bench.do(.begun(source: "apple-health", destination: "google-health"))
    await bench.do(.appeared(adding))
    let proposed = bench.state.windows[bench.window].draft.kinds
    #expect(proposed.contains(.sleep) && !proposed.contains(.heartRateVariability))
  }

  @Test("A rule offers the apps that hand out the kind alone, and of nights the longest")
  func rules() async throws {
    let bench = try await SyncBench()
    let nights = try await bench.add([.sleep], from: "garmin", to: "google-health")
    try await bench.add([.workout], from: "strava", to: "google-health")
    let rule = bench.nodes(HealthSyncPlaces.sync(nights.id)).first { $0.role == .picker && $0.label == "Sleep" }
    #expect(
      rule?.children.map(\.label) == ["Ask me", "Prefer Garmin", "Take the newest", "Take the longest"])
  }

  @Test("The form and its step are not named alike")
  func titles() async throws {
    let bench = try await SyncBench()
    await bench.do(.appeared(adding))
    #expect(bench.nodes(adding).first { $0.role == .form }?.label == "New sync")
    #expect(bench.nodes(adding).filter { $0.label == "Choose Data Type" && $0.role == .heading }.count == 1)
  }

  @Test("A new catalogue is used and kept, and one of rubbish is not", .covers("sw-US-02-T2"))
  func catalogue() async throws {
    var provider = try #require(ProviderCatalogue.builtIn["garmin"])
    provider.name = "Garmin Connect"
    let newer = ProviderCatalogue(edition: 9, [provider])
    let bytes = Array(try JSONEncoder().encode(newer))
    let bench = try await SyncBench { needs in needs.newCatalogue = { () throws(Problem) in bytes } }
    await bench.until { $0.book.catalogue.edition == 9 }
    let after = try await SyncBench(over: bench) { needs in needs.newCatalogue = { () throws(Problem) in [1, 2, 3] } }
    #expect(after.state.book.catalogue == newer)
    await after.do(.toggleKind(.steps, true))
    await after.do(.next)
    #expect(after.nodes(adding).contains { $0.label == "Garmin Connect" })
  }
}
