internal import Fetch
internal import FoundationEssentials
internal import Kernel
internal import Storage
internal import Sync
internal import SyncWire

/// A journal entry of about 300 bytes.
struct BenchEntry: Kept {
  static let collection = "journal_entries"

  let id: ID<BenchEntry>
  var title: String?
  var body: String
  var at: Date
  var when: Date { at }

  private enum CodingKeys: String, CodingKey {
    case id, title, body
    case at = "written_at"
  }

  static func many(_ count: Int) -> [BenchEntry] {
    let identifiers = Identifiers.live(.live)
    return (0..<count).map { number in
      BenchEntry(
        id: identifiers.next(), title: "Day \(number)", body: "number \(number) \(RequestEncoding.filling)",
        at: Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 60))
    }
  }
}

/// A device with a store on disk, a server in a separate process, and the HTTP client that products use.
final class SyncGround: Sendable {
  static let kinds = [SyncedKind(BenchEntry.collection)]

  let ground: StorageGround
  let store: Store
  let entries: Storage.Collection<BenchEntry>
  private let fetch: Fetch
  private let address: String
  private let headers: [Outgoing.Field]
  private let owner = UUID()

  init(_ peer: BackendPeer) async throws(Problem) {
    ground = try StorageGround()
    store = try await ground.open()
    entries = try await store.collection(BenchEntry.self, .owned(.entered))
    fetch = try Fetch()
    address = "http://127.0.0.1:\(peer.process.port)"
    headers = peer.fields.map { Outgoing.Field($0.0, $0.1) } + [Outgoing.Field("Content-Type", "application/json")]
  }

  func end() async {
    await fetch.close()
    await store.close()
  }

  /// Runs the sync of the device until it is idle, waiting only for network and disk.
  func sync() async throws(Problem) {
    var planner = Planner(SyncGround.kinds, seed: 1)
    let courier = Courier(store, SyncGround.kinds)
    var inputs: [Planner.Input] = [.session(owner)]
    while let input = inputs.first {
      inputs.removeFirst()
      for order in planner.receive(input, at: Date()) {
        switch order {
        case .push(let push):
          inputs.append(
            .pushed(try await answer("sync_push", push.bytes) { bytes throws(WireFlaw) in try PushAnswer(bytes) }))
        case .pull(let pull):
          inputs.append(
            .pulled(try await answer("sync_pull", pull.bytes) { bytes throws(WireFlaw) in try PullAnswer(bytes) }))
        case .note(.diskFailed(let problem)): throw problem
        default: if let next = await courier.perform(order) { inputs.append(next) }
        }
      }
    }
  }

  func answer<Value: Sendable & Hashable>(
    _ function: String, _ body: [UInt8], _ read: ([UInt8]) throws(WireFlaw) -> Value
  ) async throws(Problem) -> Answered<Value> {
    let bytes = try await said(function, body)
    do throws(WireFlaw) {
      return Answered(.success(try read(bytes)))
    } catch {
      throw Problem.unmeasured(error.sentence)
    }
  }

  /// Calls a function of the server and returns the raw response.
  func said(_ function: String, _ body: [UInt8]) async throws(Problem) -> [UInt8] {
    var request = Outgoing("POST", "\(address)/rest/v1/rpc/\(function)", headers: headers, body: body)
    request.limits.answer = WireBounds.answer
    let answer = try await fetch.send(request)
    guard answer.status == 200 else { throw Problem.unmeasured("\(function) answered \(answer.status)") }
    return answer.body
  }
}
