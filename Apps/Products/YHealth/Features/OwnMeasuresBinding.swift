internal import Health
internal import Interface
internal import Kernel
internal import OwnMeasures
internal import Shell

/// Connects a person's own measures to one window: their pages, and their parts of the log sheet and the history.
struct OwnMeasuresBinding: Sendable {
  private let measures: OwnMeasures
  private let health: Health
  private let time: Time
  private let window: WindowID

  init(_ features: YHealthFeatures, in window: WindowID) {
    measures = features.measures
    health = features.health
    time = features.context.time
    self.window = window
  }

  /// The pages of the measures. The form of a new entry begins with the earlier day that the log sheet remembers.
  var pages: [Page] {
    let (states, time, window) = (health.states, time, window)
    return Page.all(
      of: measures, at: OwnMeasuresPlaces.all, in: window,
      appeared: { .appeared($0, on: states.value.pastDay(at: window, time.now())) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  /// The pages of the log, with the measures on its sheet and their entries in its history.
  func logPages(_ log: HealthBinding) -> [Page] {
    let (measures, health, window) = (measures, health, window)
    let (own, logged) = (measures.states, health.states)
    return log.pages(at: HealthState.logPlaces).map { page in
      page.with(measures, in: window) { route, surroundings in
        let joined = logged.value.screen(
          route, in: surroundings, at: window,
          logging: own.value.logNodes(in: surroundings).map { $0.map { measures.bound($0, in: window) } },
          history: own.value.history(in: surroundings).map { row in
            HistoryRow(at: row.when, row.node.map { measures.bound($0, in: window) })
          }
        ) { health.bound($0, in: window) }
        return joined
          ?? logged.value.screen(route, in: surroundings, at: window).map { health.bound($0, in: window) }
      }
    }
  }

  var eventRoute: EventRoute {
    let (measures, at) = (measures, window)
    return .from(measures, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: measures.bound(undo, in: at))
      case .finished(let form): await window.closeSheets([form.route])
      case .changed: break
      }
    }
  }
}
