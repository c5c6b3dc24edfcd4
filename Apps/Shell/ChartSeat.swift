internal import Charts
internal import Interface
internal import Kernel
internal import Mode
internal import Plot
internal import Settings

/// A chart of one window: the page that shows it, and what follows when it speaks.
struct ChartSeat: Sendable {
  let charts: Charts
  let place: Place

  var page: Page {
    .of(charts, at: place, appeared: { _ in .begin }, left: { _ in .left }) { $0.screen($1, in: $2) }
  }

  var wire: Wire {
    .from(charts) { event, window in
      switch event {
      case .felt(let haptic): await window.say(.haptic(haptic))
      case .announced(let words): await window.say(.announcement(words))
      case .handed: break
      }
    }
  }

  /// The chart shows as much as the person wants to see, from now on and at once.
  func following(_ mode: Setting<Mode>, of settings: Settings) -> Wire {
    let (charts, states) = (charts, settings.states)
    return .from(settings) { event, _ in
      if case .changed(mode.key) = event { await charts.send(.modeChanged(states.value[mode])) }
    }
  }
}

extension ChartsNeeds {
  /// Values from that loader, files by that press in the product's colours, and a drawer that keeps them.
  init(
    press: ChartPress, theme: Theme, drawer: Drawer,
    load: @escaping @Sendable (Period) async throws(Problem) -> ChartSpec
  ) {
    self.init(
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
      })
  }
}
