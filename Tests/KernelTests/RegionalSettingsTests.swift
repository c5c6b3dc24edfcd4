import Foundation
import Testing

@testable import Kernel

@Suite("Regional settings of windows") struct RegionalSettingsTests {
  private let berlin = RegionalSettings(locale: "de-DE", zone: "Europe/Berlin")
  private let newYork = RegionalSettings(locale: "en-US", zone: "America/New_York")

  @Test("What is too long, of another form or unknown counts as not reported")
  func invalid() {
    for tag in [
      "", "d", "de--DE", "de DE", "9de", "de-ä", "de-123456789", "../de", String(repeating: "de-", count: 99),
    ] {
      #expect(RegionalSettings(locale: tag).isEmpty)
    }
    for zone in ["", "Mars/Base", "../../etc/passwd", String(repeating: "a", count: 65)] {
      #expect(RegionalSettings(locale: nil, zone: zone).isEmpty)
    }
    #expect(berlin.locale == "de-DE" && berlin.zone?.identifier == "Europe/Berlin")
    #expect(RegionalSettings(locale: "zh_Hans_CN").locale == "zh-Hans-CN")
  }

  @Test(
    "A terminal's environment is read as programs read it",
    arguments: [
      (["LANG": "de_DE.UTF-8"], "de-DE", nil), (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], nil, nil),
      (["LC_ALL": "", "LC_NUMERIC": "fr_CH.UTF-8@euro", "LANG": "de_DE"], "fr-CH", nil), (["LANG": "POSIX"], nil, nil),
      (["LC_TIME": "nb_NO", "TZ": ":Europe/Oslo"], "nb-NO", "Europe/Oslo"), (["TZ": "Asia/Tokyo"], nil, "Asia/Tokyo"),
      (["TZ": "XYZ9"], nil, nil), ([:], nil, nil),
    ] as [([String: String], String?, String?)])
  func environment(variables: [String: String], locale: String?, zone: String?) {
    let settings = RegionalSettings(environment: variables)
    #expect(settings.locale == locale && settings.zone?.identifier == zone)
  }

  @Test(
    "The first valid language of a request counts",
    arguments: [
      ("de-DE,de;q=0.9,en;q=0.8", "de-DE"), ("fr", "fr"), ("*", nil), ("*, pt-BR;q=0.5", "pt-BR"), ("", nil),
      (String(repeating: "x,", count: 600), nil),
    ] as [(String, String?)])
  func acceptLanguage(header: String, locale: String?) {
    #expect(RegionalSettings(acceptLanguage: header).locale == locale)
  }

  @Test("A window takes what it did not report from the person's last window, and the person is where that is")
  func regions() {
    let regions = WindowRegions()
    let (one, other, silent) = (WindowID(UUID()), WindowID(UUID()), WindowID(UUID()))
    regions.set(RegionalSettings(), of: silent)
    #expect(regions.settings().isEmpty && regions.settings(of: silent).isEmpty)
    #expect(regions.set(berlin, of: one))
    #expect(!regions.set(berlin, of: one))
    regions.set(newYork, of: other)
    #expect(regions.settings() == newYork && regions.settings(of: one) == berlin)
    #expect(regions.settings(of: silent) == newYork)
    regions.activate(one)
    #expect(regions.settings() == berlin)
    // A window reports its parts one after another.
    regions.set(RegionalSettings(locale: "de-AT"), of: one)
    #expect(regions.settings(of: one) == RegionalSettings(locale: "de-AT", zone: "Europe/Berlin"))
    regions.remove(one)
    #expect(regions.settings().zone == berlin.zone)
    regions.resume(in: .gmt)
    #expect(regions.settings().zone == berlin.zone, "only until a window has reported one")
    regions.forgetZones()
    #expect(regions.settings() == RegionalSettings(locale: "de-AT") && regions.settings(of: other).zone == nil)
    regions.resume(in: .gmt)
    #expect(regions.settings().zone == .gmt)
  }

  @Test("A window's own features and its actions have its zone and locale; shared work has those of the last window")
  func context() async {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 0), in: .gmt))
    let context = FeatureContext(time: clock.time)
    let (one, other) = (context.window(in: berlin), context.window(in: newYork))
    #expect(one.features.time.now().locale == "de-DE" && one.features.time.now().zone == berlin.zone)
    #expect(context.time.now().zone == newYork.zone && context.time.now().date == clock.now.date)
    let feature = Places(on: context)
    await feature.send(.look, from: one.id)
    #expect(feature.states.value.seen.map(\.locale) == ["de-DE"])
    await feature.send(.look, from: other.id)
    await feature.send(.shared)
    #expect(feature.states.value.seen.map(\.locale) == ["de-DE", "en-US", "en-US"])
    await feature.close(one.id)
    #expect(feature.states.value.seen.last?.zone == berlin.zone)
  }
}

/// A feature that records the moments of its decisions.
private actor Places: Feature {
  let core: Core<PlacesState>
  nonisolated let states: Current<PlacesState>
  nonisolated let events: Broadcast<Never>

  init(on context: FeatureContext) {
    let core = Core(PlacesState(), on: context)
    self.core = core
    states = core.states
    events = core.events
  }

  func perform(_ effect: Never) async -> PlacesState.Action? {}
}

private struct PlacesState: WindowedDeciding {
  enum Action: Sendable { case shared }
  enum LocalAction: Sendable { case look }
  struct Local: LocalState {}

  var windows = WindowStates<Local>()
  var seen: [Moment] = []

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Never, Never>] {
    seen.append(now)
    return []
  }

  mutating func receive(_ action: LocalAction, from window: WindowID, at now: Moment) -> [Step<Never, Never>] {
    seen.append(now)
    return []
  }

  mutating func closed(_ local: Local, of window: WindowID, at now: Moment) -> [Step<Never, Never>] {
    seen.append(now)
    return []
  }
}
