internal import Charts
internal import Interface
internal import Kernel
internal import Mode
internal import OwnMeasures
internal import Plot
internal import ProductKit
internal import Progress
internal import Settings
internal import Shell

/// The charts of one window, each with any range and its export. Each is created when it is first opened.
final class ChartCabinet: Sendable {
  /// A chart of a pillar, or of a measure that the person has defined.
  private enum Subject: Hashable {
    case progress(ProgressChart)
    case own(OwnChart)
  }

  /// An open chart. Its changes are passed on within the change, so that a window knows of them when it has settled.
  private struct Open: Sendable {
    let charts: Charts
    let passing: Observation
  }

  private let features: YHealthFeatures
  private let window: WindowContext
  private let open = Locked<[Subject: Open]>([:])
  /// The events of each chart from its creation on, consumed once, by the window's event route.
  private let made: AsyncStream<AsyncStream<Heard<ChartsEvent>>>
  private let making: AsyncStream<AsyncStream<Heard<ChartsEvent>>>.Continuation
  private let changes = Current.Source(())

  init(_ features: YHealthFeatures, on window: WindowContext) {
    self.features = features
    self.window = window
    // At most one for each chart of a pillar and each measure and name, so unbounded buffering is safe.
    (made, making) = AsyncStream.makeStream()
  }

  private var mode: Mode {
    let settings = features.settings.states.value
    return settings.plan.mode.map { settings[$0] } ?? .light
  }

  private func charts(_ chart: ProgressChart) -> Charts {
    let (progress, time) = (features.progress, window.features.time)
    return charts(.progress(chart), ChartSubject(chart.place.title, kind: chart.kind)) { period throws(Problem) in
      try await progress.spec(of: chart, over: period, at: time.now())
    }
  }

  private func charts(_ chart: OwnChart) -> Charts {
    let (measures, time) = (features.measures, window.features.time)
    return charts(.own(chart), ChartSubject(chart.title, kind: chart.kind)) { period throws(Problem) in
      try await measures.spec(of: chart.measure, over: period, at: time.now())
    }
  }

  private func charts(
    _ key: Subject, _ subject: ChartSubject, load: @escaping @Sendable (Period) async throws(Problem) -> ChartSpec
  ) -> Charts {
    open.withLock { open in
      if let known = open[key] { return known.charts }
      let charts = Charts(
        subject, mode: mode, on: window, of: features.windows, press: features.press, theme: .yhealth, load: load)
      open[key] = Open(
        charts: charts, passing: charts.states.watched().observe { [changes] in changes.publish(()) })
      making.yield(charts.events.listen())
      return charts
    }
  }

  // MARK: Pages

  var pages: [Page] { ProgressChart.all.map(page) + [ownPage] }

  /// The page of the measure that the route names. A measure that was deleted has the page of the list instead.
  private var ownPage: Page {
    let changes = changes.current
    let (states, window) = (features.measures.states, window.id)
    let measures = features.measures
    return Page(
      place: OwnMeasuresPlaces.chartPlace,
      screen: { route, surroundings in
        guard let chart = OwnMeasuresPlaces.id(route).flatMap({ states.value.chart(of: $0) }) else {
          return states.value.screen(route, in: surroundings, at: window).map { measures.bound($0, in: window) }
        }
        let charts = self.charts(chart)
        return charts.states.value.screen(route, in: surroundings).map { charts.bound($0) }
      },
      changes: [
        ObjectIdentifier(self): changes.watched(), ObjectIdentifier(measures): states.watched(at: window),
      ],
      appeared: { route in
        guard let chart = await self.known(route) else { return }
        let charts = self.charts(chart)
        await charts.send(.modeChanged(self.mode))
        // Entries may have been logged since the chart was last shown.
        await charts.send(.retry)
      },
      left: { route in
        guard let chart = OwnMeasuresPlaces.id(route).flatMap({ states.value.chart(of: $0) }) else { return }
        await self.charts(chart).send(.left)
      })
  }

  /// The chart of a route, once the measures have been read; nil when the measure does not exist.
  private func known(_ route: Route) async -> OwnChart? {
    guard let id = OwnMeasuresPlaces.id(route) else { return nil }
    for await state in features.measures.states.listen() where state.reading.isOver { return state.chart(of: id) }
    return nil
  }

  private func page(_ chart: ProgressChart) -> Page {
    let changes = changes.current
    return Page(
      place: chart.place,
      screen: { route, surroundings in
        let charts = self.charts(chart)
        return charts.states.value.screen(route, in: surroundings).map { charts.bound($0) }
      },
      changes: [ObjectIdentifier(self): changes.watched()],
      appeared: { _ in
        let charts = self.charts(chart)
        await charts.send(.modeChanged(self.mode))
        // Entries may have been logged since the chart was last shown.
        await charts.send(.retry)
      },
      left: { _ in await self.charts(chart).send(.left) })
  }

  // MARK: Event routes

  var eventRoute: EventRoute {
    let made = made
    return EventRoute { window in
      // Captured weakly, so that the route does not keep the window alive.
      let seated: @Sendable () -> Window? = { [weak window = window()] in window }
      await withTaskGroup { group in
        for await events in made {
          group.addTask {
            await events.hear { news in
              switch news {
              case .said(.felt(let haptic)): await seated()?.say(.haptic(haptic))
              case .said(.announced(let words)): await seated()?.say(.announcement(words))
              case .said(.handed): break
              case .missed(let count): await seated()?.missed(count, of: "Charts")
              }
            }
          }
        }
      }
    }
  }

  /// Applies the chosen mode (light or deep) to the charts on each change.
  var following: EventRoute {
    let open = open
    return .from(features.settings) { [weak self] event, _ in
      guard case .changed = event, let mode = self?.mode else { return }
      for one in open.withLock({ Array($0.values) }) { await one.charts.send(.modeChanged(mode)) }
    }
  }
}
