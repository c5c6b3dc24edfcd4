public import Kernel
public import Platform

// Stores when device and server last agreed, so that it is known after a restart.
extension Store {
  public func lastSynced() async throws(Problem) -> Date? {
    try await keeper.read { ledger throws(Problem) in
      try ledger.tables.meta("synced").flatMap { Moment.date(String(decoding: $0, as: UTF8.self)) }
    }
  }

  public func keep(lastSynced date: Date) async throws(Problem) {
    try await keeper.write { ledger throws(Problem) in
      try ledger.tables.setMeta("synced", Array(Moment(date).text.utf8))
    }
  }
}
