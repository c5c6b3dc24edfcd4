internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import Kernel
internal import Tokens

/// `troupe backend` with many connected pairs, of whom the recipients listen as the product does: each to the whole table,
/// of which the server shows only their own rows.
final class MessageServer {
  let process: ServerProcess
  private let anon: String
  private var pairs: [Pair] = []

  private struct Pair {
    let connection = UUID().text
    let sender = UUID().text
    let recipient = UUID().text
    let senderToken: String
    let recipientToken: String
    var socket: BlockingSocket?

    init(_ key: TokenKey) throws(Problem) {
      func token(_ user: String) throws(Problem) -> String {
        var claims = Claims()
        (claims.subject, claims.role, claims.audience) = (user, "authenticated", ["authenticated"])
        claims.session = UUID().text
        claims.expires = Int(Date().timeIntervalSince1970) + 3_600
        return try key.token(claims)
      }
      (senderToken, recipientToken) = (try token(sender), try token(recipient))
    }
  }

  init(pairs count: Int) throws(Problem) {
    let path = try Program.shipped()
    let port = try SystemTool.freePort()
    let folder = "/tmp/troupe-bench-messages-\(getpid())-\(port)"
    process = try ServerProcess(
      path, in: folder, port: port, ["backend", "--port", "\(port)", "--data", folder], asking: "/auth/v1/health")
    do throws(Problem) {
      let key = try TokenKey.kept(in: folder, given: nil)
      let said = try SystemTool.output(of: path, ["backend", "keys", "--data", folder, "--json"])
      guard let keys = try? JSON(text: said), let anon = keys["anon"]?.string, let service = keys["service"]?.string
      else {
        throw LoadGenerator.failed("it told no keys")
      }
      self.anon = anon
      for _ in 0..<count { pairs.append(try Pair(key)) }
      try connect(service)
      for index in pairs.indices { pairs[index].socket = try subscribed(pairs[index]) }
    } catch {
      process.stop()
      throw error
    }
  }

  /// Stores the accepted requests and the connections.
  private func connect(_ service: String) throws(Problem) {
    let fields = [("apikey", service), ("Authorization", "Bearer \(service)")]
    for start in stride(from: 0, to: pairs.count, by: 100) {
      let some = pairs[start..<min(start + 100, pairs.count)]
      let requests = some.map { pair -> JSON in
        [
          "id": .string(pair.connection), "owner": .string(pair.sender), "sender": .string(pair.sender),
          "recipient": .string(pair.recipient), "asks_for": "sponsor", "status": "accepted",
        ]
      }
      let connections = some.map { pair -> JSON in
        [
          "id": .string(pair.connection), "owner": .string(pair.recipient), "request": .string(pair.connection),
          "sponsor": .string(pair.recipient), "sponsee": .string(pair.sender), "status": "active",
        ]
      }
      for (table, rows) in [("connection_requests", requests), ("connections", connections)] {
        let body = (try? JSON.text(JSON.array(rows))) ?? ""
        let answer = try LoadClient(at: process.port).answer(
          to: RequestEncoding.request("POST", "/rest/v1/\(table)", at: process.port, fields, body))
        guard (200..<300).contains(answer.status) else {
          throw LoadGenerator.failed("\(table) answered \(answer.status): \(answer.text.prefix(300))")
        }
      }
    }
  }

  private func subscribed(_ pair: Pair) throws(Problem) -> BlockingSocket {
    let socket = try BlockingSocket(at: process.port, "/realtime/v1/websocket?apikey=\(anon)&vsn=1.0.0")
    try socket.say(
      """
      {"topic":"realtime:sync-\(pair.recipient)","event":"phx_join","ref":"1","join_ref":"1","payload":{"config":\
      {"broadcast":{"ack":false,"self":false},"presence":{"enabled":false,"key":""},"private":false,\
      "postgres_changes":[{"event":"*","schema":"public","table":"messages"}]},"access_token":"\(pair.recipientToken)"}}
      """)
    while !(try socket.next()).contains("Subscribed to PostgreSQL") {}
    return socket
  }

  // MARK: Delivery

  /// Sends messages at that pace, each of the next pair, and returns the milliseconds of each from the request of its sender
  /// to the answer with which the recipient, once told, has fetched it.
  func deliver(_ count: Int, aSecond pace: Int) throws(Problem) -> [Double] {
    let writers = try RequestQueue(at: process.port, 8)
    let readers = try RequestQueue(at: process.port, 8)
    var sent: [String: ContinuousClock.Instant] = [:]
    var times: [Double] = []
    let start = ContinuousClock.now
    let end = start + .seconds(count / pace + 30)
    var number = 0
    while times.count < count {
      guard ContinuousClock.now < end else { throw .unmeasured("\(count - times.count) of \(count) did not arrive") }
      while number < count, start + .microseconds(number * 1_000_000 / pace) <= .now {
        let id = UUID().text
        sent[id] = .now
        writers.add(message(id, of: pairs[number % pairs.count]))
        number += 1
      }
      for answer in try writers.turn() where !(200..<300).contains(answer.status) {
        throw LoadGenerator.failed("a message was answered with \(answer.status): \(answer.text.prefix(300))")
      }
      for answer in try readers.turn() {
        let text = answer.text
        for id in sent.keys where text.contains(id) {
          if let asked = sent.removeValue(forKey: id) {
            times.append((ContinuousClock.now - asked).microseconds / 1000)
          }
        }
      }
      try listen { pair in readers.add(self.pull(of: pair)) }
    }
    return times
  }

  /// Waits for at most a millisecond for what the server tells the recipients.
  private func listen(_ told: (Pair) -> Void) throws(Problem) {
    var waiting = pairs.map { pollfd(fd: $0.socket?.file ?? -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), 1) > 0 else { return }
    for (index, pair) in pairs.enumerated() where waiting[index].revents != 0 {
      guard let texts = try pair.socket?.take() else { continue }
      for text in texts where text.contains("\"postgres_changes\"") && text.contains("INSERT") { told(pair) }
    }
  }

  private func fields(_ token: String) -> [(String, String)] {
    [("apikey", anon), ("Authorization", "Bearer \(token)")]
  }

  private func message(_ id: String, of pair: Pair) -> [UInt8] {
    RequestEncoding.request(
      "POST", "/rest/v1/messages", at: process.port, fields(pair.senderToken),
      MessageServer.text(id, pair.connection, pair.recipient))
  }

  static func text(_ id: String, _ connection: String, _ recipient: String) -> String {
    #"{"id":"\#(id)","connection":"\#(connection)","recipient":"\#(recipient)","body":"\#(body)"}"#
  }

  private func pull(of pair: Pair) -> [UInt8] {
    RequestEncoding.request(
      "POST", "/rest/v1/rpc/sync_pull", at: process.port, fields(pair.recipientToken),
      #"{"device":"\#(pair.recipient)","limit":1000,"cursors":{"messages":null},"epoch":null}"#)
  }

  /// As long as a sealed message of a hundred letters.
  private static let body = String(repeating: "c2VhbGVk", count: 33)
}

/// Requests that wait for a free connection.
private final class RequestQueue {
  private let clients: [LoadClient]
  private var waiting: [[UInt8]] = []

  init(at port: UInt16, _ connections: Int) throws(Problem) {
    var clients: [LoadClient] = []
    for _ in 0..<connections { clients.append(try LoadClient(at: port)) }
    self.clients = clients
  }

  func add(_ request: [UInt8]) { waiting.append(request) }

  /// Sends what waits, and returns the answers that are there.
  func turn() throws(Problem) -> [LoadClient.Answer] {
    for client in clients where !client.isBusy && !waiting.isEmpty { try client.ask(waiting.removeFirst()) }
    var files = clients.map { pollfd(fd: $0.isBusy ? $0.file : -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), 0) > 0 else { return [] }
    var answers: [LoadClient.Answer] = []
    for (index, client) in clients.enumerated() where files[index].revents != 0 {
      if let answer = try client.take() { answers.append(answer) }
    }
    return answers
  }
}

extension UUID {
  fileprivate var text: String { uuidString.lowercased() }
}
