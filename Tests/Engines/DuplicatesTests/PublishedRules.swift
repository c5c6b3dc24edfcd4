import Foundation

@testable import Duplicates

/// Rules that other programs have published, as `Documentation/Duplicates.md` lists them.
enum PublishedRule: String, CaseIterable {
  case tapiriik = "tapiriik"
  case runalyze = "Runalyze (2019)"
  case syncMyWorkout = "SyncMyWorkout"
  case cyclelytic = "Cyclelytic"
  case rideTool = "RideTool"
  case pacelore = "pacelore"
  case mosaicMesh = "mosaicmesh"

  func matches(_ one: Recording, _ other: Recording) -> Bool {
    let apart = abs(one.start - other.start)
    let isAlike = SportRelation.isAlike(one.sport, other.sport)
    switch self {
    case .tapiriik:
      // The same minute and second of another hour, within 38 hours and to a minute, also in zones of half an hour.
      let residue = apart - (apart / 1800).rounded() * 1800
      return isAlike && (apart <= 180 || apart <= 38 * 3600 && abs(residue) <= 60)
    case .runalyze: return (one.start / 60).rounded(.down) == (other.start / 60).rounded(.down)
    case .syncMyWorkout: return apart <= 120 && abs(one.elapsed - other.elapsed) <= 240
    case .cyclelytic: return apart <= 300 && ratio(one.elapsed, other.elapsed) >= 0.9
    case .rideTool:
      return apart <= 120 && ratio(one.elapsed, other.elapsed) >= 0.85
        && ratio(one.distance ?? 0, other.distance ?? 0) >= 0.9
    case .pacelore: return isAlike && apart < 300
    case .mosaicMesh:
      return isAlike && (one.start / 86_400).rounded(.down) == (other.start / 86_400).rounded(.down)
        && abs(one.elapsed - other.elapsed) <= 300
    }
  }

  private func ratio(_ one: Double, _ other: Double) -> Double {
    max(one, other) > 0 ? min(one, other) / max(one, other) : 1
  }
}

/// Number of pairs that a rule finds, and of those it finds wrongly.
struct RuleFigures {
  var (found, missed, wrong) = (0, 0, 0)

  mutating func count(_ isFound: Bool, _ isDuplicate: Bool) {
    if isDuplicate { if isFound { found += 1 } else { missed += 1 } } else if isFound { wrong += 1 }
  }

  var recall: Double { Double(found) / Double(max(1, found + missed)) }
  var precision: Double { Double(found) / Double(max(1, found + wrong)) }

  func row(_ name: String) -> String {
    String(format: "| %@ | %.3f | %.3f |", name, recall, precision)
  }
}
