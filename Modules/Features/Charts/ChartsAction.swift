public import Interface
public import Kernel
public import Mode
public import Plot

/// What a person does with a chart, and what the world answers.
public enum ChartsAction: Sendable, Equatable {
  /// Its place is shown.
  case begin
  /// Its place is no longer shown: what is on its way is given up, and nothing is pointed at.
  case left
  case modeChanged(Mode)

  // What is looked at.
  case show(days: Int)
  case askForRange
  case typeFirst(String)
  case typeLast(String)
  case showRange
  case cancel
  case retry
  case look(ChartsState.Look)
  case turn(page: Int)

  // How closely.
  case zoom(Double, at: Double)
  case pan(Double)
  case whole
  case hold(ChartReach)
  case review(ChartView.Held)
  case clear
  case toggle(series: String)
  case open(stretch: String)

  // What is taken away.
  case export
  case choose(ChartFormat)
  case hand(ChartFile.Way)
  case closeExport

  case loaded(ChartSpec, Period)
  case notLoaded(Problem)
  case drawn(ChartFile)
  case notDrawn(Problem)
  case handed(ChartFile.Way)
  case notHanded(ChartFile.Way, Problem)
}

/// What it asks of the world.
public enum ChartsEffect: Sendable, Equatable {
  case load(Period)
  case draw(ChartOrder)
  case hand(ChartFile, ChartFile.Way)
}

/// What others may hear of it. No event carries a value of the chart but the words that are read out.
public enum ChartsEvent: Sendable, Equatable {
  case felt(Haptic)
  case announced(Announcement)
  case handed(ChartFormat, ChartFile.Way)
}
