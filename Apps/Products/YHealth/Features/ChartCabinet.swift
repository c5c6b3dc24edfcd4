internal import Charts
internal import Interface
internal import Kernel
internal import Mode
internal import Plot
internal import ProductKit
internal import Progress
internal import Settings
internal import Shell

/// The charts of one window, each with any range and its export. Each is created when it is first opened.
final class ChartCabinet: Sendable {
  /// An open chart. Its changes are passed on within the change, so that a window knows of them when it has settled.
  private struct Open: Sendable {
    let charts: Charts
    let passing: Observation
  }

  private let features: YHealthFeatures
  private let window: WindowContext
  private let open = Locked<[ProgressChart: Open]>([:])
  /// The events of each chart from its creation on, consumed once, by the window's event route.
  private let made: AsyncStream<AsyncStream<Heard<ChartsEvent>>>
  private let making: AsyncStream<AsyncStream<Heard<ChartsEvent>>>.Continuation
  private let changes = Current.Source(())

  init(_ features: YHealthFeatures, on window: WindowContext) {
    self.features = features
    self.window = window
    // At most one for each chart, so unbounded buffering is safe.
    (made, making) = AsyncStream.makeStream()
  }

  private var mode: Mode {
    let settings = features.settings.states.value
    return settings.plan.mode.map { settings[$0] } ?? .light
  }

  private func charts(_ chart: ProgressChart) -> Charts {
    open.withLock { open in
      if let known = open[chart] { return known.charts }
      let (progress, time) = (features.progress, window.features.time)
      let charts = Charts(
        ChartSubject(chart.place.title, kind: chart.kind), mode: mode, on: window, of: features.windows,
        press: features.press, theme: .yhealth
      ) { period throws(Problem) in try await progress.spec(of: chart, over: period, at: time.now()) }
      open[chart] = Open(
        charts: charts, passing: charts.states.watched().observe { [changes] in changes.publish(()) })
      making.yield(charts.events.listen())
      return charts
    }
  }

  // MARK: Pages

  var pages: [Page] { ProgressChart.all.map(page) }

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
