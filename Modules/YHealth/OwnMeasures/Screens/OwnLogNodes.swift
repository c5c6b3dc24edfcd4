public import Interface
internal import Kernel
internal import Platform

// The part of the log sheet that offers a person's own measures.
extension OwnMeasuresState {
  /// Measures that the sheet offers; the others are a tap further.
  static let mostOffered = 6
  /// The days that count for what is used most.
  static let daysBack = 60

  /// Links that log, the most used measure first, and one for a new measure.
  public func logNodes(in surroundings: Surroundings) -> [Node<OwnMeasuresWindowAction>] {
    let first = surroundings.now.date.addingTimeInterval(Double(-86_400 * OwnMeasuresState.daysBack))
    var counts: [UUID: Int] = [:]
    for kept in readings.prefix(while: { $0.reading.measuredAt >= first }) {
      counts[kept.reading.measure, default: 0] += 1
    }
    let current = measures.filter { !$0.measure.isArchived }
    let ordered = current.enumerated().sorted { one, other in
      let (mine, theirs) = (counts[one.element.id] ?? 0, counts[other.element.id] ?? 0)
      return mine == theirs ? one.offset < other.offset : mine > theirs
    }
    let names = names
    let links = ordered.prefix(OwnMeasuresState.mostOffered).map { _, kept in
      OwnNode.link(
        names[kept.id] ?? "", to: OwnMeasuresPlaces.log(kept.id), id: "own-\(kept.key)", icon: kept.measure.kind.icon)
    }
    let rest: [OwnNode] =
      current.isEmpty
      ? [] : [.link("All your measures", to: OwnMeasuresPlaces.home, id: "all-measures", icon: .list)]
    let new = OwnNode.link("New measure", to: OwnMeasuresPlaces.new, id: "new-measure", icon: .add)
    return [.section("Your measures", id: "own", [.group(id: "measures", links + [new] + rest)])]
  }
}
