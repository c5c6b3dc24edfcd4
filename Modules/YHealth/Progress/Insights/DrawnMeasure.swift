internal import Measures
internal import Plot
internal import Units

// The form in which a chart of insights draws a measure: in the unit that people say, on its whole scale.
extension Measure {
  /// The value in `drawnUnit`.
  func drawn(_ value: Double, in amounts: AmountNotation = .plain) -> Double {
    switch self {
    case .sleepMinutes: value / 60
    // From minutes after noon of the day before to the hour, which goes on past midnight.
    case .bedtime: value / 60 + 12
    default: shown(value, in: amounts)
    }
  }

  func drawnUnit(in amounts: AmountNotation) -> String? {
    let unit = unit(in: amounts)
    return switch self {
    case .sleepMinutes: "h"
    case .bedtime: "hour, 24 is midnight"
    case .mood, .energy, .stress, .effort, .sleepQuality: "of 10"
    default: unit.isEmpty ? nil : unit
    }
  }

  /// The ends of the scale on which a person gives the value; nil for what is measured.
  private var scale: ClosedRange<Double>? {
    switch self {
    case .mood, .energy, .stress, .effort, .sleepQuality: 1...10
    default: nil
    }
  }

  func axis(in amounts: AmountNotation) -> Axis {
    Axis(title: title, unit: drawnUnit(in: amounts), least: scale?.lowerBound, greatest: scale?.upperBound)
  }

  /// The axis of bars, which begin at zero.
  func barAxis(in amounts: AmountNotation) -> Axis {
    Axis(title: title, unit: drawnUnit(in: amounts), greatest: scale?.upperBound)
  }
}

extension Axis {
  /// The axis below a heading that names what it shows.
  var untitled: Axis { Axis(unit: unit, least: least, greatest: greatest) }
}
