package import Charts
package import Interface
package import Kernel
package import Mode
package import Plot
package import PlotPicture
package import Settings
package import Shell

/// Connects one chart to a window: its page and its event routes.
package struct ChartBinding: Sendable {
  package let charts: Charts
  package let place: Place

  package init(charts: Charts, place: Place) {
    self.charts = charts
    self.place = place
  }

  package var page: Page {
    .of(charts, at: place, appeared: { _ in .begin }, left: { _ in .left }) { $0.screen($1, in: $2) }
  }

  package var eventRoute: EventRoute {
    .from(charts) { event, window in
      switch event {
      case .felt(let haptic): await window.say(.haptic(haptic))
      case .announced(let words): await window.say(.announcement(words))
      case .handed: break
      }
    }
  }

  /// Returns a route that applies the chosen mode (light or deep) to the chart on each change.
  package func following(_ mode: Setting<Mode>, of settings: Settings) -> EventRoute {
    let (charts, states) = (charts, settings.states)
    return .from(settings) { event, _ in
      if case .changed(mode.key) = event { await charts.send(.modeChanged(states.value[mode])) }
    }
  }
}

extension Charts {
  /// Creates a chart with values from `load`, exported files from `press` in the product's colours, and its state
  /// stored in `drawer`.
  package init(
    _ subject: ChartSubject, mode: Mode, on window: FeatureContext, press: ChartPress, theme: Theme, drawer: Drawer,
    load: @escaping @Sendable (Period) async throws(Problem) -> ChartSpec
  ) {
    self.init(
      subject, mode: mode, on: window,
      needs: ChartsNeeds(
        load: load,
        draw: { order throws(Problem) in
          try await press.bytes(
            of: order.spec, order.view, as: order.format, theme.palette(for: order.view.scheme ?? .light))
        },
        save: { file throws(Problem) in try await drawer.keep("chart.\(file.format.rawValue)", file.bytes) },
        share: { _ throws(Problem) in
          throw Problem(
            "nobody-to-share-with", "This window has no other app to share with.", safe: "The file is still here.",
            remedy: "Save it instead, or take it away as a download where the chart has one.")
        }))
  }
}
