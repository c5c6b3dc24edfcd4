internal import Days
public import Kernel
public import Measures
public import Platform
public import Storage

/// A day's figures as last summed, so that they are shown at the start before anything is read.
public struct KeptDay: Kept {
  public static let collection = "day_figures"
  /// Number of past days that are summed.
  public static let most = 800

  public let figures: DayFigures

  public var id: ID<KeptDay> { ID(named: figures.day.text) }
  public var when: Date { figures.day.noon }

  init(_ figures: DayFigures) { self.figures = figures }
}
