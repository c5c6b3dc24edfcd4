internal import Days
public import FoundationEssentials
public import Kernel
public import Measures
public import Storage

/// A day's figures as they were last summed up, so that a start shows them before anything is read.
public struct KeptDay: Kept {
  public static let collection = "day_figures"
  /// How far back days are summed up.
  public static let most = 800

  public let figures: DayFigures

  public var id: ID<KeptDay> { ID(named: figures.day.text) }
  public var when: Date { figures.day.noon }

  init(_ figures: DayFigures) { self.figures = figures }
}
