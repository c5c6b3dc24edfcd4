internal import HTTP
public import JSON
internal import Kernel
internal import Platform
public import SyncWire

/// The requests of a signed-in device to its server. Only a 401 is retried, once, with a new token: the caller knows
/// whether repeating a request does harm.
public struct Server: Sendable {
  private let session: Session

  public init(_ session: Session) { self.session = session }

  public func push(_ push: Push) async -> Result<ServerAnswer<PushAnswer>, WireFailure> {
    await answer(.sync("/rest/v1/rpc/sync_push", push.bytes)) { bytes throws(WireFlaw) in
      let answer = try PushAnswer(bytes)
      // An answer about other entries must not be taken for the outcome of these.
      let isOfAnotherLife = answer.results.isEmpty && push.epoch.map { $0 != answer.epoch } == true
      guard isOfAnotherLife || answer.results.map(\.op) == push.entries.map(\.op) else {
        throw WireFlaw("The server answered to other entries than those that were sent.")
      }
      return answer
    }
  }

  public func pull(_ pull: Pull) async -> Result<ServerAnswer<PullAnswer>, WireFailure> {
    await answer(.sync("/rest/v1/rpc/sync_pull", pull.bytes)) { bytes throws(WireFlaw) in
      let answer = try PullAnswer(bytes)
      guard answer.changes.allSatisfy({ pull.cursors.keys.contains($0.collection) }) else {
        throw WireFlaw("The server told of collections that were not asked for.")
      }
      return answer
    }
  }

  /// Checks whether the server responds; needs no session.
  public func health() async -> Result<ServerAnswer<Void>, WireFailure> {
    var question = ServerRequest(path: "/auth/v1/health")
    (question.method, question.needsPerson, question.total) = ("GET", false, .seconds(10))
    return await answer(question) { _ in }
  }

  /// The path of a file in addresses; nil unless it is beneath its bucket.
  private static func address(of path: String, in bucket: String) -> String? {
    let parts = [Substring(bucket)] + path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
    return parts.map { Outgoing.escaped(String($0)) }.joined(separator: "/")
  }

  /// Returns the bytes of a stored file, of at most `most` bytes.
  public func download(
    _ path: String, in bucket: String, most: Int
  ) async -> Result<ServerAnswer<[UInt8]>, WireFailure> {
    guard let name = Server.address(of: path, in: bucket) else {
      return .failure(.broken("A file is kept under a bucket's name and a path."))
    }
    var question = ServerRequest(path: "/storage/v1/object/authenticated/\(name)")
    (question.method, question.answer, question.total) = ("GET", most, .seconds(60))
    return await answer(question) { $0 }
  }

  /// Stores a file and returns its key. Replaces an existing file, so repeating it does no harm.
  public func upload(
    _ bytes: [UInt8], as type: String, to path: String, in bucket: String
  ) async -> Result<ServerAnswer<String>, WireFailure> {
    guard let name = Server.address(of: path, in: bucket) else {
      return .failure(.broken("A file is kept under a bucket's name and a path."))
    }
    var question = ServerRequest(path: "/storage/v1/object/\(name)")
    question.headers = [.init("content-type", type), .init("x-upsert", "true")]
    (question.body, question.total) = (bytes, .seconds(300))
    return await answer(question) { bytes throws(WireFlaw) in
      guard let key = try Server.json(bytes)["Key"]?.string, key.utf8.count <= WireBounds.word else {
        throw WireFlaw("The server did not say under which key it keeps the file.")
      }
      return key
    }
  }

  /// Deletes a stored file. One that is not there is as good as deleted, so repeating it does no harm.
  public func remove(_ path: String, in bucket: String) async -> Result<Void, WireFailure> {
    guard let name = Server.address(of: path, in: bucket) else {
      return .failure(.broken("A file is kept under a bucket's name and a path."))
    }
    var question = ServerRequest(path: "/storage/v1/object/\(name)")
    question.method = "DELETE"
    switch await answer(question, { _ in }) {
    case .success: return .success(())
    // Supabase says with 400 that there is no such file.
    case .failure(.refused(let status, _, _)) where [400, 404].contains(status): return .success(())
    case .failure(let failure): return .failure(failure)
    }
  }

  /// Calls an edge function and returns its JSON; null for an empty response.
  public func function(_ name: String, _ arguments: JSON) async -> Result<ServerAnswer<JSON>, WireFailure> {
    guard let body = try? JSON.data(arguments) else { return .failure(.broken("The arguments cannot be written.")) }
    var question = ServerRequest(path: "/functions/v1/\(Outgoing.escaped(name))")
    question.headers = [.init("content-type", "application/json")]
    (question.body, question.answer, question.total) = (Array(body), 8 << 20, .seconds(60))
    return await answer(question) { bytes throws(WireFlaw) in bytes.isEmpty ? .null : try Server.json(bytes) }
  }

  private static func json(_ bytes: [UInt8]) throws(WireFlaw) -> JSON {
    do throws(JSONFlaw) { return try JSON(bytes: bytes) } catch { throw WireFlaw(error.sentence) }
  }

  private func answer<Value: Sendable>(
    _ question: ServerRequest, _ read: ([UInt8]) throws(WireFlaw) -> Value
  ) async -> Result<ServerAnswer<Value>, WireFailure> {
    do throws(Problem) {
      // Nothing is sent without a token; the reason for its absence says nothing about the request.
      var person = question.needsPerson ? try await session.access() : nil
      var (incoming, roundTrip) = try await send(question, as: person)
      if incoming.status == 401, let refused = person {
        person = try await session.access(instead: refused)
        (incoming, roundTrip) = try await send(question, as: person)
      }
      let serverTime = incoming["date"].flatMap(HTTPInstant.date)
      guard 200...299 ~= incoming.status else {
        return .failure(WireFailure(incoming, at: serverTime ?? session.time.now().date))
      }
      return Server.read(incoming.body, roundTrip, serverTime, read)
    } catch {
      return .failure(WireFailure(error))
    }
  }

  private func send(_ question: ServerRequest, as person: Redacted<String>?) async throws(Problem) -> (
    Incoming, Duration
  ) {
    let asked = session.time.now().date
    let incoming = try await session.gateway.send(question, as: person)
    await session.hear(incoming)
    return (incoming, .seconds(max(0, session.time.now().date.timeIntervalSince(asked))))
  }

  private static func read<Value: Sendable>(
    _ body: [UInt8], _ roundTrip: Duration, _ serverTime: Date?, _ read: ([UInt8]) throws(WireFlaw) -> Value
  ) -> Result<ServerAnswer<Value>, WireFailure> {
    do throws(WireFlaw) {
      return .success(ServerAnswer(try read(body), roundTrip: roundTrip, serverTime: serverTime))
    } catch {
      return .failure(.broken(error.sentence))
    }
  }
}

extension ServerRequest {
  fileprivate static func sync(_ path: String, _ body: [UInt8]) -> ServerRequest {
    var question = ServerRequest(path: path)
    question.headers = [.init("content-type", "application/json"), .init("content-profile", "public")]
    (question.body, question.answer, question.total) = (body, WireBounds.answer, .seconds(60))
    return question
  }
}
