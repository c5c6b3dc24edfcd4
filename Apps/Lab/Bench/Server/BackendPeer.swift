internal import Glibc
internal import JSON
internal import Kernel

/// `troupe backend` with a folder of its own.
final class BackendPeer: ServerPeer {
  let process: ServerProcess
  private let anon: String
  private let token: String

  private static let table = "journal_entries"
  private static let column = "body"

  /// `isSealed` encrypts its rows.
  init(isSealed: Bool = false) throws(Problem) {
    let path = try Program.shipped()
    let port = try SystemTool.freePort()
    let folder = "/tmp/troupe-bench-backend-\(getpid())-\(port)"
    process = try ServerProcess(
      path, in: folder, port: port, ["backend", "--port", "\(port)", "--data", folder] + (isSealed ? ["--seal"] : []),
      asking: "/auth/v1/health")
    do throws(Problem) {
      (anon, token) = try BackendPeer.prepare(path, process)
    } catch {
      process.stop()
      throw error
    }
  }

  private static func prepare(_ path: String, _ process: ServerProcess) throws(Problem) -> (String, String) {
    let said = try SystemTool.output(of: path, ["backend", "keys", "--data", process.folder, "--json"])
    guard let anon = (try? JSON(text: said))?["anon"]?.string else { throw LoadGenerator.failed("it told no keys") }
    let person = try RequestEncoding.json(
      "POST", "/auth/v1/signup", at: process.port, [("apikey", anon)],
      #"{"email":"one@example.com","password":"a-long-secret-1"}"#)
    return (anon, person["access_token"]?.string ?? "")
  }

  var fields: [(String, String)] {
    [("apikey", anon), ("Authorization", "Bearer \(token)"), ("Prefer", "return=representation")]
  }

  private func record(_ number: Int) -> String {
    #"{"\#(BackendPeer.column)":"number \#(number) \#(RequestEncoding.filling)"}"#
  }

  func insert(_ number: Int) -> [UInt8] {
    RequestEncoding.request("POST", "/rest/v1/\(BackendPeer.table)", at: process.port, fields, record(number))
  }

  func batch(_ number: Int, of count: Int) -> [UInt8] {
    let records = (0..<count).map { record(number * count + $0) }
    return RequestEncoding.request(
      "POST", "/rest/v1/\(BackendPeer.table)", at: process.port, fields, "[\(records.joined(separator: ","))]")
  }

  var list: [UInt8] {
    RequestEncoding.request(
      "GET", "/rest/v1/\(BackendPeer.table)?select=*&order=edited_at.desc&limit=100", at: process.port, fields)
  }

  func changes(after cursor: String?) -> [UInt8] {
    let known = cursor ?? #""cursors":{"\#(BackendPeer.table)":null},"epoch":null"#
    return RequestEncoding.request(
      "POST", "/rest/v1/rpc/sync_pull", at: process.port, fields,
      #"{"device":"00000000-0000-4000-8000-000000000001","limit":1000,\#(known)}"#)
  }

  func cursor(in answer: LoadClient.Answer) throws(Problem) -> (next: String?, count: Int) {
    // The metadata are small and stand at the end; the records are only counted.
    let text = String(decoding: answer.body.suffix(600), as: UTF8.self)
    guard let cursors = text.firstRange(of: #""cursors":{"#),
      let close = text[cursors.upperBound...].firstIndex(of: "}"),
      let epoch = String(decoding: answer.body.prefix(100), as: UTF8.self).firstMatch(of: /"epoch":"([^"]+)"/)
    else { throw LoadGenerator.failed("a page of changes has no cursor: \(text.prefix(200))") }
    let next = #""cursors":{\#(text[cursors.upperBound..<close])},"epoch":"\#(epoch.1)""#
    return (next, RequestEncoding.count(of: #""deleted":false"#, in: answer.body))
  }

  func subscribe() throws(Problem) -> any Subscription {
    let join = """
      {"topic":"realtime:bench","event":"phx_join","ref":"1","join_ref":"1","payload":{"config":{"broadcast":\
      {"ack":false,"self":false},"presence":{"key":""},"private":false,"postgres_changes":[{"event":"INSERT",\
      "schema":"public","table":"\(BackendPeer.table)"}]},"access_token":"\(token)"}}
      """
    let socket = try ChannelSocket(at: process.port, "/realtime/v1/websocket?apikey=\(anon)&vsn=1.0.0")
    try socket.say(join)
    try socket.wait(for: "Subscribed to PostgreSQL")
    return socket
  }
}

/// A blocking subscription to a change channel.
final class ChannelSocket: Subscription {
  private let socket: BlockingSocket

  init(at port: UInt16, _ path: String) throws(Problem) { socket = try BlockingSocket(at: port, path) }

  var file: Int32 { socket.file }

  func say(_ text: String) throws(Problem) { try socket.say(text) }

  func wait(for words: String) throws(Problem) { while !(try socket.next()).contains(words) {} }

  func take() throws(Problem) -> [Int] { try socket.take().compactMap { RequestEncoding.number(in: $0[...]) } }
}
