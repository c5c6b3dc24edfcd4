import Charts
import Interface
import Kernel
import Mode
import Navigation
import Plot
import PlotPicture
import Settings
import ShellTesting
import Testing

@testable import Previews
@testable import ProductKit
@testable import Shell

@Suite("A chart in a product") struct ChartBindingTests {
  private static let mode = Setting.choice("mode", "Mode", [(Mode.light, "Light"), (.deep, "Deep")], fallback: .light)

  /// A product with one chart and settings.
  private static let product = Product(
    id: "studio", name: "Studio", tagline: "For tests.", theme: .plain,
    home: Tab("Mood", icon: .activity, at: Route(["mood"])), tabs: [], unavailable: "Content unavailable."
  ) { environment in
    let settings = Settings(
      SettingsPlan(mode: mode, [.init("Looks", id: "looks", icon: .sun, about: "Mode", [.init([.set(mode)])])]),
      in: environment)
    let press = ChartPress()
    let windows = environment.windows
    return PersonFeatures(settings) { window in
      let exhibit = Exhibit.all[1]
      let binding = ChartBinding(
        charts: Charts(
          exhibit.subject, mode: settings.states.value[mode], on: window, of: windows, press: press, theme: .plain
        ) { period in exhibit.spec(period, window.features.time.now()) },
        place: Place("/mood", title: "Mood"))
      return WindowComposition(
        eventRoutes: [binding.eventRoute, binding.following(mode, of: settings)], pages: [binding.page])
    }
  }

  @Test("It shows its ranges as soon as the person chooses Deep mode")
  func mode() async throws {
    let window = await (try await Person.test(ChartBindingTests.product)).window()
    #expect(window.frames.value.node("chart") != nil && window.frames.value.node("range") == nil)
    try await window.perform(.open(Route(["settings", "looks"])))
    try await window.perform(.choose(.label("Mode"), .text("Deep")))
    try await window.perform(.open(Route(["mood"])))
    #expect(window.frames.value.node("range")?.children.count == 5)
  }

  @Test("Zooming it sends haptic feedback and an announcement to the window")
  func eventRoutes() async throws {
    let window = await (try await Person.test(.previewCharts)).window()
    let recorder = OutletRecorder(window)
    try await window.perform(.open(Route(["charts", "bar"])))
    try await window.perform(.act(.id("chart"), .zoom, .pair(2, 0.5)))
    #expect(recorder.all.contains { if case .haptic(.selection) = $0 { true } else { false } })
    #expect(
      recorder.all.contains { if case .announcement(let words) = $0 { words.text.contains("between") } else { false } })
  }

  @Test("Every exhibit of the gallery is a valid chart, and the exhibits cover every kind")
  func exhibits() throws {
    #expect(Set(Exhibit.all.map(\.subject.kind)) == Set(ChartSpec.Kind.names))
    for exhibit in Exhibit.all {
      for period in [Period.days(7), .days(365), .all] {
        let spec = exhibit.spec(period, noon)
        #expect(spec.kind.name == exhibit.subject.kind && spec.problems.isEmpty)
      }
    }
  }

  @Test(
    "Every chart can be exported in every format", arguments: Exhibit.all.indices,
    ChartFormat.allCases)
  func press(which: Int, format: ChartFormat) async throws {
    let spec = Exhibit.all[which].spec(.days(30), noon)
    let bytes = try await ChartPress().bytes(of: spec, ChartView(), as: format, Theme.plain.palette(for: .light))
    let starts: [UInt8] =
      switch format {
      case .png: [0x89, 0x50, 0x4E, 0x47]
      case .svg: Array("<svg".utf8)
      case .csv: Array(try Chart(spec).table(in: Viewport()).columns[0].utf8)
      case .wav: Array("RIFF".utf8)
      }
    #expect(bytes.starts(with: starts))
  }
}
