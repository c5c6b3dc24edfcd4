internal import FoundationEssentials
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
    var count = try await removeUnfinished(olderThan: age) + sweepResumable()
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

  /// Deletes the uploads in several requests whose time is over. Returns the number of deleted files.
  private func sweepResumable() async throws(Problem) -> Int {
    let limit = Moment(time.now().date.addingTimeInterval(-settings.resumableTime.seconds)).text
    var count = 0
    do throws(Refused) {
      while case let ids = try await transact({ session throws(Failure) in
        try ResumableTables.takeExpired(before: limit, session)
      }), !ids.isEmpty {
        await writer.removeResumable(ids)
        count += ids.count
      }
      // Files whose row was removed by a server that was killed then. A row is younger than its file is untouched.
      let left = await reader.oldResumable(olderThan: 2 * Int(settings.resumableTime.components.seconds))
      await writer.removeResumable(left)
      return count + left.count
    } catch {
      throw .unswept
    }
  }

  /// Deletes all uploads of a user, when their account is deleted.
  public func forget(_ person: String) async throws(Problem) {
    while true {
      let ids: [String]
      do throws(Refused) {
        ids = try await transact { session throws(Failure) in try ResumableTables.takeAll(of: person, session) }
      } catch {
        throw .unswept
      }
      if ids.isEmpty { break }
      await writer.removeResumable(ids)
    }
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
