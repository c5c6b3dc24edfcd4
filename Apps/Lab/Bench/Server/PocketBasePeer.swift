internal import Glibc
internal import JSON
internal import Kernel

/// PocketBase with a folder of its own, its request log off, and the same kind of record.
final class PocketBasePeer: ServerPeer {
  let process: ServerProcess
  private let token: String
  private let person: String
  private static let secret = "a-long-secret-1"

  init(_ path: String) throws(Problem) {
    let port = try SystemTool.freePort()
    let folder = "/tmp/troupe-bench-pocketbase-\(getpid())-\(port)"
    guard mkdir(folder, 0o700) == 0 else { throw LoadGenerator.failed("\(folder) could not be made") }
    // It writes migrations beside its data folder, which must be removed with it.
    let place = ["--dir", "\(folder)/data"]
    _ = try SystemTool.output(of: path, ["superuser", "upsert", "root@example.com", PocketBasePeer.secret] + place)
    process = try ServerProcess(
      path, in: folder, port: port, ["serve", "--http", "127.0.0.1:\(port)"] + place, asking: "/api/health")
    do throws(Problem) {
      (person, token) = try PocketBasePeer.prepare(port)
    } catch {
      process.stop()
      throw error
    }
  }

  private static func prepare(_ port: UInt16) throws(Problem) -> (person: String, token: String) {
    func signedIn(_ kind: String, _ name: String) throws(Problem) -> JSON {
      try RequestEncoding.json(
        "POST", "/api/collections/\(kind)/auth-with-password", at: port, [],
        #"{"identity":"\#(name)","password":"\#(secret)"}"#)
    }
    let root = [("Authorization", try signedIn("_superusers", "root@example.com")["token"]?.string ?? "")]
    _ = try RequestEncoding.json(
      "PATCH", "/api/settings", at: port, root,
      #"{"batch":{"enabled":true,"maxRequests":500,"timeout":60},"logs":{"maxDays":0}}"#)
    let rule = #""owner = @request.auth.id""#
    _ = try RequestEncoding.json(
      "POST", "/api/collections", at: port, root,
      """
      {"name":"entries","type":"base","listRule":\(rule),"viewRule":\(rule),"createRule":\(rule),"updateRule":\(rule),
      "fields":[{"name":"body","type":"text"},
      {"name":"owner","type":"relation","collectionId":"_pb_users_auth_","maxSelect":1},
      {"name":"created","type":"autodate","onCreate":true},
      {"name":"updated","type":"autodate","onCreate":true,"onUpdate":true}],
      "indexes":["CREATE INDEX newest ON entries (owner, created)","CREATE INDEX changed ON entries (owner, updated, id)"]}
      """)
    _ = try RequestEncoding.json(
      "POST", "/api/collections/users/records", at: port, root,
      #"{"email":"one@example.com","password":"\#(secret)","passwordConfirm":"\#(secret)"}"#)
    let person = try signedIn("users", "one@example.com")
    return (person["record"]?["id"]?.string ?? "", person["token"]?.string ?? "")
  }

  private var fields: [(String, String)] { [("Authorization", token)] }
  private static let records = "/api/collections/entries/records"

  private func record(_ number: Int) -> String {
    #"{"body":"number \#(number) \#(RequestEncoding.filling)","owner":"\#(person)"}"#
  }

  func insert(_ number: Int) -> [UInt8] {
    RequestEncoding.request("POST", PocketBasePeer.records, at: process.port, fields, record(number))
  }

  func batch(_ number: Int, of count: Int) -> [UInt8] {
    let requests = (0..<count).map {
      #"{"method":"POST","url":"\#(PocketBasePeer.records)","body":\#(record(number * count + $0))}"#
    }
    return RequestEncoding.request(
      "POST", "/api/batch", at: process.port, fields, #"{"requests":[\#(requests.joined(separator: ","))]}"#)
  }

  var list: [UInt8] {
    RequestEncoding.request(
      "GET", "\(PocketBasePeer.records)?perPage=100&sort=-created&skipTotal=1", at: process.port, fields)
  }

  /// Pages by the time of the last change and, for equal times, by identifier.
  func changes(after cursor: String?) -> [UInt8] {
    var filter = ""
    if let cursor, let bar = cursor.firstIndex(of: "|") {
      let (moment, id) = (cursor[..<bar], cursor[cursor.index(after: bar)...])
      let asked = "(updated>'\(moment)'||(updated='\(moment)'&&id>'\(id)'))"
      filter =
        "&filter="
        + asked.utf8.map { byte in
          let hex = String(byte, radix: 16, uppercase: true)
          return "%" + (hex.utf8.count == 1 ? "0" : "") + hex
        }.joined()
    }
    return RequestEncoding.request(
      "GET", "\(PocketBasePeer.records)?perPage=1000&sort=updated,id&skipTotal=1\(filter)", at: process.port, fields)
  }

  func cursor(in answer: LoadClient.Answer) throws(Problem) -> (next: String?, count: Int) {
    // Takes the cursor from the last record of the page; the others are only counted.
    let text = String(decoding: answer.body.suffix(600), as: UTF8.self)
    guard let last = text.ranges(of: #"{"body":"#).last?.lowerBound, let updated = field("updated", in: text[last...]),
      let id = field("id", in: text[last...])
    else { return (nil, 0) }
    return ("\(updated)|\(id)", RequestEncoding.count(of: #"{"body":"#, in: answer.body))
  }

  private func field(_ name: String, in text: Substring) -> Substring? {
    guard let start = text.firstRange(of: "\"\(name)\":\"")?.upperBound else { return nil }
    return text[start...].prefix { $0 != "\"" }
  }

  func subscribe() throws(Problem) -> any Subscription {
    let stream = try EventStream(at: process.port, RequestEncoding.request("GET", "/api/realtime", at: process.port))
    let client = try stream.word(after: #""clientId":""#)
    _ = try LoadClient(at: process.port).answer(
      to: RequestEncoding.request(
        "POST", "/api/realtime", at: process.port, fields,
        #"{"clientId":"\#(client)","subscriptions":["entries/*"]}"#))
    return stream
  }
}

/// A subscription to PocketBase's server-sent events.
final class EventStream: Subscription {
  let file: Int32
  private var input: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 65_536)

  init(at port: UInt16, _ request: [UInt8]) throws(Problem) {
    guard let file = SystemTool.connected(to: port) else { throw LoadGenerator.failed("nobody listens") }
    self.file = file
    guard send(file, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
      throw LoadGenerator.failed("a subscription could not be sent")
    }
  }

  deinit { close(file) }

  /// Waits for the mark and returns the text after it up to the next quote.
  func word(after mark: String) throws(Problem) -> String {
    while true {
      let text = String(decoding: input, as: UTF8.self)
      if let start = text.firstRange(of: mark)?.upperBound, text[start...].contains("\"") {
        input = []
        return String(text[start...].prefix { $0 != "\"" })
      }
      try fill()
    }
  }

  func take() throws(Problem) -> [Int] {
    try fill()
    var numbers: [Int] = []
    while let end = input.firstRange(of: Array("\n\n".utf8)) {
      let event = String(decoding: input[..<end.lowerBound], as: UTF8.self)
      input.removeFirst(end.upperBound)
      if let number = RequestEncoding.number(in: event[...]) { numbers.append(number) }
    }
    return numbers
  }

  private func fill() throws(Problem) {
    let count = recv(file, &chunk, chunk.count, 0)
    guard count > 0 else { throw LoadGenerator.failed("a subscription ended") }
    input.append(contentsOf: chunk[..<count])
  }
}
