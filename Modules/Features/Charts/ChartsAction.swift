public import Interface
public import Kernel
public import Mode
public import Plot

/// The user's actions on a chart, and the results of effects.
public enum ChartsAction: Sendable, Equatable {
  /// The chart's place is shown.
  case begin
  /// The chart's place is no longer shown: pending work is cancelled and the selection is cleared.
  case left
  case modeChanged(Mode)

  // Range.
  case show(days: Int)
  case askForRange
  case typeFirst(String)
  case typeLast(String)
  case showRange
  case cancel
  case retry
  case look(ChartsState.Look)
  case turn(page: Int)

  // Zoom and selection.
  case zoom(Double, at: Double)
  case pan(Double)
  case whole
  case hold(ChartReach)
  case review(ChartView.Held)
  case clear
  case toggle(series: String)
  case open(stretch: String)

  // Export.
  case export
  case choose(ChartFormat)
  case hand(Delivery.Way)
  /// The person waits no longer for the file to be saved or shared.
  case stopHanding
  case closeExport

  case loaded(ChartSpec, Period)
  case notLoaded(Problem)
  case drawn(ChartFile)
  case notDrawn(Problem)
  /// It is known what became of a file that was handed out.
  case answered(ChartFile, Delivery.Way, Delivery.Outcome)
}

/// The effects that the chart requests.
public enum ChartsEffect: Sendable, Equatable {
  case load(Period)
  case draw(ChartOrder)
  case hand(ChartFile, Delivery.Way)
}

/// The events that other features may receive. The only values that an event carries are the words of an announcement.
public enum ChartsEvent: Sendable, Equatable {
  case felt(Haptic)
  case announced(Announcement)
  /// The person has the file: it was saved or shared.
  case handed(ChartFormat, Delivery.Way)
}
