internal import FoundationEssentials
internal import Kernel

/// The storage of rows: in SQLite, or in memory. Their meaning is implemented once for both, in `Ledger`.
protocol Tables: AnyObject {
  // MARK: Transactions
  func begin() throws(Problem)
  func commit() throws(Problem)
  func rollback()
  /// Sets a savepoint within the transaction.
  func mark() throws(Problem)
  func keepMarked() throws(Problem)
  func backToMark() throws(Problem)

  // MARK: Collections and records
  func number(of collection: String) throws(Problem) -> Int
  func name(of collection: Int) throws(Problem) -> String?
  /// In order of name.
  func everyCollection() throws(Problem) -> [(number: Int, name: String)]
  func newestVersion() throws(Problem) -> Int64
  func record(_ collection: Int, _ id: UUID) throws(Problem) -> RecordRow?
  /// Newest first, within that half-open range.
  func scan(
    _ collection: Int, from: Double?, to: Double?, newest: Int,
    _ body: (_ id: UUID, _ version: Int64, _ when: Double, _ state: SyncState, _ sealed: UnsafeRawBufferPointer) -> Void
  ) throws(Problem)
  /// Replaces the row with the same identifier.
  func put(_ row: RecordRow) throws(Problem)
  func setSync(_ collection: Int, _ id: UUID, rev: String?, state: SyncState, base: [UInt8]?) throws(Problem)
  func removeRecord(_ collection: Int, _ id: UUID) throws(Problem)
  func tombstone(_ collection: Int, _ id: UUID) throws(Problem) -> TombstoneRow?
  func put(_ row: TombstoneRow) throws(Problem)
  func removeTombstone(_ collection: Int, _ id: UUID) throws(Problem)
  /// Deletes all but the newest, and returns the newest deleted version.
  func pruneTombstones(keeping count: Int) throws(Problem) -> Int64?
  func changes(_ collection: Int, since: Int64, limit: Int) throws(Problem) -> [(
    version: Int64, id: UUID, isDeleted: Bool
  )]
  /// The identifiers of the most recently changed records, of all collections.
  func newest(_ limit: Int) throws(Problem) -> [(collection: Int, id: UUID)]
  func known(_ collection: Int) throws(Problem) -> [Known]
  func usage(_ collection: Int) throws(Problem) -> (count: Int, bytes: Int)
  func oldestClean(_ collection: Int, before: Double?, limit: Int) throws(Problem) -> [(id: UUID, bytes: Int)]

  // MARK: Outbox
  func newestSeq() throws(Problem) -> Int64
  func put(_ row: OutboxRow) throws(Problem)
  func removeOutbox(_ op: UUID) throws(Problem)
  func outbox(_ op: UUID) throws(Problem) -> OutboxRow?
  func outbox(of collection: Int, _ id: UUID) throws(Problem) -> [OutboxRow]
  /// The first pending and due change of each entity, by priority, then age.
  func ready(at now: Double, limit: Int) throws(Problem) -> [OutboxRow]
  func outbox(in state: OutboxRow.State?, limit: Int) throws(Problem) -> [OutboxRow]
  /// A page of the whole queue, in the order of sending.
  func outbox(skipping count: Int, limit: Int) throws(Problem) -> [OutboxRow]
  /// The number of pending changes, by collection.
  func outboxKinds() throws(Problem) -> [Int: Int]
  func outboxCounts() throws(Problem) -> [OutboxRow.State: Int]
  func outboxBytes() throws(Problem) -> Int

  // MARK: Conflicts, cursors, set-aside rows and metadata
  func put(_ row: ConflictRow) throws(Problem)
  func conflict(_ op: UUID) throws(Problem) -> ConflictRow?
  func conflicts(limit: Int) throws(Problem) -> [ConflictRow]
  func removeConflict(_ op: UUID) throws(Problem)
  func addLoser(_ row: LoserRow) throws(Problem)
  func losers(_ collection: Int, _ id: UUID) throws(Problem) -> [LoserRow]
  /// The entries of all collections, newest first.
  func losers(newest limit: Int) throws(Problem) -> [LoserRow]
  func loser(_ number: Int64) throws(Problem) -> LoserRow?
  func removeLoser(_ number: Int64) throws(Problem)
  func cursor(_ collection: Int) throws(Problem) -> CursorRow?
  func setCursor(_ collection: Int, _ row: CursorRow?) throws(Problem)
  func addAside(_ row: AsideRow) throws(Problem)
  func aside(limit: Int) throws(Problem) -> [AsideRow]
  func removeAside(_ number: Int64) throws(Problem)
  func meta(_ name: String) throws(Problem) -> [UInt8]?
  func setMeta(_ name: String, _ value: [UInt8]) throws(Problem)

  // MARK: Held-back versions and resyncs
  func put(_ row: HeldRow) throws(Problem)
  func held(_ collection: Int, _ id: UUID) throws(Problem) -> HeldRow?
  func held(in collection: Int) throws(Problem) -> [UUID]
  func removeHeld(_ collection: Int, _ id: UUID) throws(Problem)
  func sweep(_ collection: Int) throws(Problem) -> SweepRow?
  /// Starts a sweep, with no record of the collection seen.
  func beginSweep(_ collection: Int, _ row: SweepRow) throws(Problem)
  func endSweep(_ collection: Int) throws(Problem)
  func see(_ collection: Int, _ id: UUID) throws(Problem)
  func hasSeen(_ collection: Int, _ id: UUID) throws(Problem) -> Bool
  /// The records that the server knew, or may know by now, and has not sent in this resync.
  func unseen(_ collection: Int) throws(Problem) -> [UUID]
  /// The instant at which the first change that may be sent is due.
  func nextDue() throws(Problem) -> Double?

  // MARK: Clearing
  /// Deletes all rows of the collection except its number.
  func clear(_ collection: Int) throws(Problem)
  /// Deletes the clean records before that instant, or all of them; returns their number and bytes.
  func removeClean(_ collection: Int, before: Double?) throws(Problem) -> (count: Int, bytes: Int)
  /// Sets whether deleted rows are overwritten from now on.
  func overwrite(_ isOn: Bool) throws(Problem)
  /// Checkpoints the log into the file and empties it. Outside a transaction.
  func emptyLog() throws(Problem)
  /// Reserves disk space for when the disk is full.
  func layReserve()
  /// Releases the reserved space.
  func spendReserve()
  /// Rewrites the file without deleted data. Outside a transaction.
  func compact() throws(Problem)

  // MARK: Blobs
  func put(_ row: BlobRow) throws(Problem)
  func blob(_ name: [UInt8]) throws(Problem) -> BlobRow?
  func blobs() throws(Problem) -> [BlobRow]
  func removeBlob(_ name: [UInt8]) throws(Problem)
}
