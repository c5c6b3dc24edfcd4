internal import Measures
internal import Plot

// The form in which a chart of insights draws a measure: in the unit that people say, on its whole scale.
extension Measure {
  /// The value in `drawnUnit`.
  func drawn(_ value: Double) -> Double {
    switch self {
    case .sleepMinutes: value / 60
    // From minutes after noon of the day before to the hour, which goes on past midnight.
    case .bedtime: value / 60 + 12
    default: value
    }
  }

  var drawnUnit: String? {
    switch self {
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

  var axis: Axis { Axis(title: title, unit: drawnUnit, least: scale?.lowerBound, greatest: scale?.upperBound) }

  /// The axis of bars, which begin at zero.
  var barAxis: Axis { Axis(title: title, unit: drawnUnit, greatest: scale?.upperBound) }
}

extension Axis {
  /// The axis below a heading that names what it shows.
  var untitled: Axis { Axis(unit: unit, least: least, greatest: greatest) }
}
