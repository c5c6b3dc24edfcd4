internal import FoundationEssentials
internal import JSON

/// Rows that two people share, in the model server.
extension ModelServer {
  /// Whether a person sees a row: their own, or one that is shared with them.
  func sees(_ person: UUID, _ place: Place, _ row: Row) -> Bool {
    row.owner == person || reader(of: place, row) == person
  }

  /// The other person who sees the row.
  func reader(of place: Place, _ row: Row) -> UUID? {
    guard let sharing = tables.first(where: { $0.name == place.collection })?.sharing,
      let reader = row.fields[sharing.reader]?.string.flatMap(UUID.init(uuidString:)), reader != row.owner
    else { return nil }
    let isHidden = rows.contains { other in
      other.key.collection == sharing.hidden.collection && other.value.owner == reader
        && other.value.fields[sharing.hidden.subject]?.string.flatMap(UUID.init(uuidString:)) == row.owner
    }
    return isHidden ? nil : reader
  }

  /// Notes a row that somebody sees, for their next pull.
  mutating func look(at place: Place, for reader: UUID?) {
    guard let reader, !forgetsLooks else { return }
    revision += 1
    graves.removeAll { $0.place == place && $0.owner == reader }
    graves.append(Grave(place: place, owner: reader, rev: revision, isLook: true))
  }

  /// Makes a change of a row that may decide about others, and notes those that its owner sees before it or after it.
  mutating func deciding(_ place: Place, from before: Row?, to after: Row?, _ change: (inout ModelServer) -> Void) {
    let images = [before, after].compactMap(\.self)
    func note(_ model: inout ModelServer) {
      for table in model.tables {
        guard let sharing = table.sharing, sharing.hidden.collection == place.collection else { continue }
        for image in images {
          guard let subject = image.fields[sharing.hidden.subject]?.string.flatMap(UUID.init(uuidString:)) else {
            continue
          }
          let found = model.rows.filter { other, row in
            other.collection == table.name && row.owner == subject && model.reader(of: other, row) == image.owner
          }
          for (other, _) in found.sorted(by: { $0.value.number < $1.value.number }) {
            model.look(at: other, for: image.owner)
          }
        }
      }
    }
    note(&self)
    change(&self)
    note(&self)
  }
}
