internal import CPeer
internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Storage

/// A record of eight fields, about 280 bytes as JSON.
struct SampleRecord: Kept {
  static let collection = "measures"

  var id: ID<SampleRecord>
  var at: Date
  var source: String
  var kind: String
  var value: Double
  var steps: Int
  var note: String
  var isManual: Bool
  var when: Date { at }

  init(_ number: Int, _ identifiers: Identifiers) {
    id = identifiers.next()
    at = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(number) * 60.5)
    source = "com.example.watch.series"
    kind = "heart-rate-variability"
    value = 41.25 + Double(number % 100) / 8
    steps = number * 7
    note = "A note as people write them: after the run, before dinner, tired but content."
    isManual = number.isMultiple(of: 3)
  }

  static func many(_ count: Int) -> [SampleRecord] {
    let identifiers = Identifiers.live(.live)
    return (0..<count).map { SampleRecord($0, identifiers) }
  }

  // Bytes that the store writes per record, so that the peer writes as much.
  static let sealedBody: Int32 = 259
  static let sealedFields: Int32 = 259
}

/// A temporary folder with a store and the peer's file; removed at deinitialization.
final class StorageGround: Sendable {
  let folder: String
  let key = MasterKey.random()

  init() throws(Problem) {
    // Beside the program rather than in /tmp, which may be in memory, where nothing is durable.
    folder = try Program.own() + "-storage-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(folder, 0o700) == 0 else {
      throw Problem("no-folder", "\(folder) could not be made.", remedy: "Mend the rights of the folder above.")
    }
  }

  deinit { Program.remove(folder) }

  func open() async throws(Problem) -> Store { try await Store.open(in: FolderLock(folder), key: key) }

  func peer(_ name: String = "peer.sqlite") throws(Problem) -> SQLitePeer {
    guard let peer = peer_open("\(folder)/\(name)") else {
      throw Problem("no-peer", "SQLite could not open the peer's file.", remedy: "Check the disk, then try again.")
    }
    return SQLitePeer(peer)
  }
}

/// The peer: SQLite used from C.
final class SQLitePeer {
  let handle: OpaquePointer
  init(_ handle: OpaquePointer) { self.handle = handle }
  deinit { peer_close(handle) }

  func time(_ body: (OpaquePointer) -> Int32) throws(Problem) -> Double {
    let start = ContinuousClock.now
    guard body(handle) == 0 else {
      throw Problem("peer-failed", "The peer's SQLite failed.", remedy: "Check the disk, then try again.")
    }
    return (ContinuousClock.now - start).microseconds
  }
}

func clocked(_ body: () async throws(Problem) -> Void) async throws(Problem) -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start).microseconds
}
