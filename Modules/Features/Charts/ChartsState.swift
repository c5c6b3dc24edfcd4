public import Interface
public import Kernel
public import Mode
public import Plot

/// The state of one chart: its period, view, selection and export.
public struct ChartsState: Deciding {
  /// The progress of loading the values.
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done, cancelled
    case failed(Problem)
  }

  /// The form in which the values are shown.
  public enum Look: String, Sendable, Hashable, CaseIterable {
    case picture, table, words
  }

  public let subject: ChartSubject
  public internal(set) var mode: Mode
  public internal(set) var period = ChartsState.calm
  public internal(set) var reading = Reading.unread
  var drawn: Drawn?
  /// The laid-out chart, cached so that no frame repeats the layout.
  var laid: Laid?
  /// The period that `drawn` shows.
  var drawnPeriod: Period?
  /// The custom range being entered.
  var asking: RangeForm?
  var look = Look.picture
  var page = 0
  var window: ChartWindow?
  var hidden: Set<String> = []
  var held: ChartView.Held?
  /// The stretches that the user has expanded.
  var opened: Set<String> = []
  var export: Export?
  /// The locale of the window, as of the last action.
  private var locale = Moment.usualLocale

  /// The period of Light mode.
  static let calm = Period.days(7)

  public init(_ subject: ChartSubject, mode: Mode = .light) {
    self.subject = subject
    self.mode = mode
  }

  // MARK: Derived state

  public var isDeep: Bool { mode == .deep }

  /// The chart, once its values are loaded and can be drawn.
  var chart: Chart? { reading == .done ? drawn?.chart : nil }

  public var view: ChartView {
    ChartView { view in
      view.period = subject.hasRanges ? period : .all
      view.window = window
      view.hidden = hidden
      view.isDeep = isDeep
      view.held = held
      view.write(in: locale)
    }
  }

  // MARK: Action handling

  public typealias Steps = [Step<ChartsEffect, ChartsEvent>]

  public mutating func receive(_ action: ChartsAction, at now: Moment) -> Steps {
    locale = now.locale
    let steps = decide(action, now)
    laid = scene.map { Laid(plan: plan, drawn: drawn, scene: $0) }
    return steps
  }

  private mutating func decide(_ action: ChartsAction, _ now: Moment) -> Steps {
    switch action {
    case .begin: return reading == .unread || reading == .cancelled ? load() : []
    case .left: return leave()
    case .modeChanged(let mode): return change(to: mode)
    case .loaded(let spec, let period): loaded(spec, period, now)
    case .notLoaded(let problem): if reading == .underWay { reading = .failed(problem) }
    case .cancel: return cancel()
    case .retry: return reading == .underWay ? [] : load()
    case .export, .choose, .hand, .stopHanding, .closeExport, .drawn, .notDrawn, .answered: return decideExport(action)
    // Light mode shows a picture without controls.
    case _ where !isDeep: break
    case .show(let days): return show(days)
    case .askForRange: if subject.hasRanges { asking = asking ?? RangeForm(period, now) }
    case .typeFirst(let text): asking?.type(text, into: \.first)
    case .typeLast(let text): asking?.type(text, into: \.last)
    case .showRange: return showRange()
    case .look(let look):
      self.look = look
      page = 0
    case .turn(let page): self.page = max(0, min(page, pages - 1))
    case .zoom(let factor, let at): return zoom(factor, at)
    case .pan(let share): return pan(share)
    case .whole: return look(at: nil, feeling: .selection)
    case .hold(let reach): return hold(reach)
    case .review(let held): return hold(held)
    case .clear: held = nil
    case .toggle(let series): return toggle(series)
    case .open(let stretch): if opened.remove(stretch) == nil { opened.insert(stretch) }
    }
    return []
  }

  /// Light mode shows the last seven days without controls, whatever was shown before.
  private mutating func change(to mode: Mode) -> Steps {
    guard mode != self.mode else { return [] }
    self.mode = mode
    guard mode == .light else { return [] }
    let before = period
    period = ChartsState.calm
    (asking, look, export) = (nil, .picture, nil)
    lookAway()
    return before == period || reading == .unread ? [] : load()
  }

  private mutating func leave() -> Steps {
    (held, export, asking) = (nil, nil, nil)
    return reading == .underWay ? cancel() : []
  }

  /// Resets the view for other values: nothing about the old ones still applies.
  mutating func lookAway() {
    (window, held, page) = (nil, nil, 0)
    hidden = []
    opened = []
  }
}
