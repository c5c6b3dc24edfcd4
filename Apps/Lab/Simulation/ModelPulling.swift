public import FoundationEssentials
internal import JSON
public import SyncWire

/// `sync_pull` of the model server.
extension ModelServer {
  /// The position of a device in a collection, and the collection's revision when its pull began.
  private struct Mark {
    let revision: Int64
    let start: Int64

    init(_ revision: Int64, start: Int64) {
      self.revision = revision
      self.start = max(revision, start)
    }

    init?(_ text: String) {
      let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
      guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers[numbers.count - 1] else {
        return nil
      }
      self.init(first, start: last)
    }

    var text: String { start == revision ? "\(revision)" : "\(revision).\(start)" }
  }

  /// Returns the changes since the device's cursors, as one consistent snapshot.
  public func pull(_ pull: Pull, as person: UUID) -> PullAnswer {
    var left = min(pull.limit, mostRows)
    var changes: [PullAnswer.Change] = []
    var cursors: [String: String] = [:]
    var resync: [String] = []
    var more = false
    for table in tables {
      guard let asked = pull.cursors[table.name] else { continue }
      guard left > 0 else {
        more = true
        cursors[table.name] = asked
        continue
      }
      var from = Mark(0, start: revision)
      if let asked {
        if pull.epoch == epoch, let mark = Mark(asked), mark.revision <= revision, purged <= mark.start {
          from = mark
        } else {
          resync.append(table.name)
        }
      }
      var last: Int64? = from.revision
      var isCut = false
      for (place, change) in told(of: table.name, to: person, after: from) {
        guard left > 0 else {
          (more, isCut) = (true, true)
          break
        }
        last = place
        guard let change else { continue }
        left -= 1
        changes.append(change)
      }
      if !isCut { last = nil }
      cursors[table.name] = (last.map { Mark($0, start: from.start) } ?? Mark(revision, start: revision)).text
    }
    return PullAnswer(epoch: epoch, changes: changes, cursors: cursors, more: more, resync: resync)
  }

  /// Returns the changes with their place in the order of revisions; none for a row that another one brings.
  private func told(
    of collection: String, to person: UUID, after mark: Mark
  ) -> [(rev: Int64, change: PullAnswer.Change?)] {
    let revision = mark.revision
    var told: [(rev: Int64, change: PullAnswer.Change?)] = []
    for (place, row) in rows
    where place.collection == collection && row.rev > revision && sees(person, place, row) {
      told.append(
        (
          row.rev,
          PullAnswer.Change(collection: collection, id: place.id, rev: String(row.rev), row: self.told(place, row))
        ))
    }
    for grave in graves
    where grave.place.collection == collection && grave.owner == person && grave.rev > revision {
      if grave.isLook, let row = rows[grave.place], sees(person, grave.place, row) {
        let isWanted = row.rev <= revision && (grave.rev > mark.start || revision == mark.start)
        let change = PullAnswer.Change(
          collection: collection, id: grave.place.id, rev: String(row.rev), row: self.told(grave.place, row))
        told.append((grave.rev, isWanted ? change : nil))
        continue
      }
      told.append(
        (
          grave.rev,
          PullAnswer.Change(collection: collection, id: grave.place.id, rev: String(grave.rev), row: nil)
        ))
    }
    return told.sorted { $0.rev < $1.rev }
  }
}
