import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Measures
import Numbers
import Testing
import Units

@testable import Health

@Suite("Forms in the locale and zone of their window") struct RegionTests {
  private let run = FormName.activity

  /// A window in Germany and one in New York, on a clock in Berlin.
  private func windows(_ bench: Bench) -> (german: WindowID, american: WindowID) {
    let american: WindowID = bench.context.identifiers.next()
    bench.context.regions.set(RegionalSettings(locale: "de-DE", zone: "Europe/Berlin"), of: bench.window)
    bench.context.regions.set(RegionalSettings(locale: "en-US", zone: "America/New_York"), of: american)
    return (bench.window, american)
  }

  private func nodes(_ bench: Bench, _ route: Route, at window: WindowID) -> [Node<HealthWindowAction>] {
    let now = bench.context.regions.settings(of: window).moment(bench.clock.now)
    return bench.state.screen(route, in: Surroundings(now: now), at: window).all
  }

  @Test("A decimal comma is a decimal comma, is saved as such, and is shown again in the locale and its units")
  func comma() async throws {
    let bench = try await Bench()
    let (german, american) = windows(bench)
    await bench.log(run, [.distance: "6,5"], at: german)
    let kept = try #require(bench.state.entries.first)
    guard case .activity(let activity) = kept.entry else { throw Unexpected() }
    #expect(activity.metres == 6500)
    let edit = FormName(.activity, editing: kept.name.id)
    await bench.open(edit, at: german)
    await bench.open(edit, at: american)
    #expect(nodes(bench, edit.route, at: german).node(labelled: "Distance")?.value == "6,5")
    #expect(nodes(bench, edit.route, at: american).node(labelled: "Distance")?.value == "4")
    #expect(nodes(bench, .history, at: german).contains { $0.label == "Walking: 6,5 km" })
    #expect(nodes(bench, .history, at: american).contains { $0.label == "Walking: 4 mi" })
    // Saved as shown, it is the same distance, also where it is shown rounded in miles.
    await bench.do(.fill(edit, .note, "Calm"), at: american)
    await bench.do(.save(edit), at: american)
    await bench.open(edit, at: german)
    await bench.do(.fill(edit, .note, "Windy"), at: german)
    await bench.do(.save(edit), at: german)
    guard case .activity(let again) = try #require(bench.state.entries.first).entry else { throw Unexpected() }
    #expect(again.metres == 6500 && again.note == "Windy" && again.startedAt == activity.startedAt)
  }

  @Test(
    "A drink and a meal are typed and shown in the window's units, and are stored to the millilitre and kilocalorie")
  func amounts() async throws {
    let bench = try await Bench()
    let (german, american) = windows(bench)
    let australian: WindowID = bench.context.identifiers.next()
    bench.context.regions.set(RegionalSettings(locale: "en-AU", zone: "Europe/Berlin"), of: australian)
    await bench.log(FormName(.water), [.millilitres: "12"], at: american)
    await bench.log(.meal, [.description: "Toast", .calories: "2000"], at: australian)
    guard case .water(let water) = bench.state.entries.first(where: { $0.name.kind == .water })?.entry,
      case .meal(let meal) = bench.state.entries.first(where: { $0.name.kind == .meal })?.entry
    else { throw Unexpected() }
    #expect(water.millilitres == 355 && meal.calories == 478)
    let edit = FormName(.water, editing: water.id.uuid)
    await bench.open(edit, at: american)
    #expect(bench.form(edit, at: american)?.values[.millilitres] == "12")
    await bench.do(.fill(edit, .drink, "tea"), at: american)
    await bench.do(.save(edit), at: american)
    guard case .water(let same) = bench.state.entries.first(where: { $0.name.kind == .water })?.entry else {
      throw Unexpected()
    }
    #expect(same.millilitres == 355 && same.drink == "tea")
    #expect(nodes(bench, .history, at: german).contains { $0.label == "Tea, 355 ml" })
    #expect(nodes(bench, .history, at: american).contains { $0.label == "Tea, 12 fl oz" })
    #expect(nodes(bench, .history, at: australian).contains { $0.label.hasSuffix("Toast, 2,000 kJ") })
    await bench.do(.left(FormName(.water).route), at: american)
    #expect(nodes(bench, FormName(.water).route, at: american).contains { $0.label == "8 fl oz" })
    // Twenty thousand kilocalories are the most, in every unit.
    await bench.log(.meal, [.description: "Cake", .calories: "90000"], at: australian)
    #expect(bench.state.entries.count == 2)
  }

  @Test("A number that can mean two is asked about, and nothing is saved or lost")
  func asked() async throws {
    let bench = try await Bench()
    let (german, _) = windows(bench)
    await bench.log(run, [.distance: "1.234"], at: german)
    let field = try #require(nodes(bench, run.route, at: german).node(labelled: "Distance"))
    #expect(field.value == "1.234")
    #expect(field.state.invalid == "1.234 can mean 1,234 or 1234. Write it without the point: 1,234 or 1234.")
    #expect(try await bench.waiting().isEmpty)
    await bench.do(.fill(run, .distance, "1,234"), at: german)
    await bench.do(.save(run), at: german)
    guard case .activity(let activity) = try #require(bench.state.entries.first).entry else { throw Unexpected() }
    #expect(activity.metres == 1234)
  }

  @Test("A number that a program sends as a number stays that number")
  func number() async throws {
    let bench = try await Bench()
    let (german, _) = windows(bench)
    await bench.open(run, at: german)
    let field = try #require(nodes(bench, run.route, at: german).node(labelled: "Distance"))
    #expect(field.role == .spinbutton && field.state.example == "5,2")
    let action = try #require(field.offer(.edit)?.action(.number(1.234)))
    await bench.do(action, at: german)
    await bench.do(.save(run), at: german)
    guard case .activity(let activity) = try #require(bench.state.entries.first).entry else { throw Unexpected() }
    #expect(activity.metres == 1234)
  }

  @Test("A draft keeps the locale and the zone in which it was typed, also in a window elsewhere")
  func draft() async throws {
    let bench = try await Bench()
    let (german, _) = windows(bench)
    await bench.open(run, at: german)
    await bench.do(.fill(run, .distance, "1,234"), at: german)
    await bench.do(.fill(run, .time, "07:30"), at: german)
    let later = try await Bench(over: bench)
    let (_, american) = windows(later)
    await later.open(run, at: american)
    #expect(later.form(run, at: american)?.isRecovered == true)
    await later.do(.save(run), at: american)
    guard case .activity(let activity) = try #require(later.state.entries.first).entry else { throw Unexpected() }
    #expect(activity.metres == 1234 && activity.startedAt == Bench.date("2026-11-22T06:30:00Z"))
  }

  @Test("The unit may stand behind an amount, and days and times as the locale writes them")
  func typed() async throws {
    let bench = try await Bench()
    let (german, _) = windows(bench)
    let weight = FormName(.weight)
    await bench.log(weight, [.kilograms: "72,4 kg", .date: "9.3.2026", .time: "7.30"], at: german)
    guard case .weight(let kept) = try #require(bench.state.entries.first).entry else { throw Unexpected() }
    #expect(kept.grams == 72_400 && kept.weighedAt == Bench.date("2026-03-09T06:30:00Z"))
  }

  @Test("A day and a time are those of the window's zone, shown and entered")
  func zone() async throws {
    // 01:30 in Berlin is still the evening before in New York.
    let bench = try await Bench(at: Moment(Bench.date("2026-11-22T00:30:00Z"), in: Bench.berlin))
    let (german, american) = windows(bench)
    await bench.open(.mood, at: american)
    #expect(nodes(bench, FormName.mood.route, at: american).node(labelled: "Day")?.value == "2026-11-21")
    #expect(nodes(bench, FormName.mood.route, at: american).node(labelled: "Time")?.value == "19:30")
    #expect(nodes(bench, FormName.mood.route, at: german).node(labelled: "Day")?.value == "2026-11-22")
    await bench.log(.mood, [.time: "18:00"], at: american)
    #expect(bench.state.entries.first?.entry.when == Bench.date("2026-11-21T23:00:00Z"))
    // The person's days are those of the window that was told last.
    bench.context.regions.activate(american)
    await bench.send(.refresh)
    #expect(bench.state.days.days.map(\.day.text) == ["2026-11-21"])
    bench.context.regions.activate(german)
    await bench.send(.refresh)
    #expect(bench.state.days.days.map(\.day.text) == ["2026-11-22"])
  }
}

private struct Unexpected: Error {}

extension Logged {
  var words: String { words(in: .plain) }
}
