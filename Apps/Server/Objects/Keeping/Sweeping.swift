public import Kernel
internal import Relational

/// Deletes unreferenced files, and a user's files with their account.
extension Objects {
  /// Deletes the half-received files that a killed server left behind; those that a server writes now stay. Called
  /// before the first request. Returns the number of deleted files.
  @discardableResult
  public func removeUnfinished(olderThan age: Duration = .seconds(3_600)) async -> Int {
    await writer.removeUnfinished(olderThan: Int(age.components.seconds))
  }

  /// Deletes files that belong to no object, left by a server that was killed before committing their row. Younger
  /// files stay, since another server may be about to commit them. Returns the number of deleted files.
  @discardableResult
  public func sweep(olderThan age: Duration = .seconds(3_600)) async throws(Problem) -> Int {
    var count = await removeUnfinished(olderThan: age)
    let age = Int(age.components.seconds)
    for beginning in FileShelf.beginnings {
      let names = await reader.names(beginning: beginning, olderThan: age)
      guard !names.isEmpty else { continue }
      let known: Set<String>
      do throws(Refused) {
        known = try await look { session throws(Failure) in try ObjectTables.files(beginning: beginning, session) }
      } catch {
        throw .unswept
      }
      let orphans = names.filter { !known.contains($0) }
      await writer.remove(orphans)
      count += orphans.count
    }
    if count > 0 { log.info("\(count) files that belonged to nothing were removed") }
    return count
  }

  /// Deletes all uploads of a user, when their account is deleted.
  public func forget(_ person: String) async throws(Problem) {
    while true {
      let gone: [StoredObject]
      do throws(Refused) {
        gone = try await transact { session throws(Failure) in
          let rows = try session.rows(
            "select \(StoredObject.columns) from objects where root = $1 limit 500", [.text(person)])
          let objects = rows.compactMap(StoredObject.init)
          for object in objects { try ObjectTables.remove(object.id, session) }
          return objects
        }
      } catch {
        throw .unswept
      }
      if gone.isEmpty { return }
      await writer.remove(gone.map(\.file))
    }
  }
}

extension Problem {
  fileprivate static let unswept = Problem(
    "objects-sweep", "The database did not return the list of referenced files.",
    safe: "No referenced file was removed.",
    remedy: "Try again when the database answers.")
}
