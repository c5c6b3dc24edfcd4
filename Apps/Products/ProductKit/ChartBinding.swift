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
  /// Creates the chart of a window with values from `load`, and exported files from `press` in the product's colours,
  /// which are handed out at that window among `windows`.
  package init(
    _ subject: ChartSubject, mode: Mode, on window: WindowContext, of windows: OpenWindows, press: ChartPress,
    theme: Theme,
    load: @escaping @Sendable (Period) async throws(Problem) -> ChartSpec
  ) {
    self.init(
      subject, mode: mode, on: window.features,
      needs: ChartsNeeds(
        load: load,
        draw: { order throws(Problem) in
          try await press.bytes(
            of: order.spec, order.view, as: order.format, theme.palette(for: order.view.scheme ?? .light))
        },
        handOut: { file, way, answered throws(Problem) in
          try await windows.handOut(file, way, at: window.id, answered: answered)
        }))
  }
}
