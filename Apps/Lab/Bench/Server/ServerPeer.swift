internal import Glibc
internal import JSON
internal import Kernel

/// A record server under measurement: Troupe's, or a peer. It has one signed-in person and one kind of record of about
/// 300 bytes that only its owner sees.
protocol ServerPeer: AnyObject {
  var process: ServerProcess { get }
  /// Returns a request that inserts one record.
  func insert(_ number: Int) -> [UInt8]
  /// Returns a request that inserts `count` records in one transaction.
  func batch(_ number: Int, of count: Int) -> [UInt8]
  /// A request for the newest hundred records.
  var list: [UInt8] { get }
  /// Returns a request for at most a thousand changes after a cursor.
  func changes(after cursor: String?) -> [UInt8]
  func cursor(in answer: LoadClient.Answer) throws(Problem) -> (next: String?, count: Int)
  /// Opens a connection that is notified of every new record.
  func subscribe() throws(Problem) -> any Subscription
}

/// A subscription to new records.
protocol Subscription: AnyObject {
  var file: Int32 { get }
  /// Reads once and returns the numbers of the records notified.
  func take() throws(Problem) -> [Int]
}

/// The process of a server under measurement.
final class ServerProcess {
  let port: UInt16
  let folder: String
  /// Milliseconds from its start to its first successful response.
  let startMilliseconds: Double
  let programBytes: Int
  private let process: pid_t

  init(_ path: String, in folder: String, port: UInt16, _ arguments: [String], asking health: String) throws(Problem) {
    let began = ContinuousClock.now
    process = try SystemTool.start(path, arguments)
    self.port = port
    self.folder = folder
    let request = Array("GET \(health) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
    var took: Double?
    while took == nil, began.duration(to: .now) < .seconds(15) {
      if let client = try? LoadClient(at: port), let answer = try? client.answer(to: request), answer.status < 300 {
        took = (ContinuousClock.now - began).microseconds / 1000
      } else {
        poll(nil, 0, 2)
      }
    }
    var about = stat()
    programBytes = stat(path, &about) == 0 ? Int(about.st_size) : 0
    guard let took else {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
      throw LoadGenerator.failed("\(path) did not begin to answer")
    }
    startMilliseconds = took
  }

  /// Resident memory in MiB, including the program and its libraries.
  var memory: Double { residentMebibytes("VmRSS:", of: process) }

  /// Anonymous resident memory in MiB.
  var ownMemory: Double { residentMebibytes("RssAnon:", of: process) }

  func stop() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    Program.remove(folder)
  }
}

/// Encodes HTTP requests.
enum RequestEncoding {
  static func request(
    _ method: String, _ path: String, at port: UInt16, _ fields: [(String, String)] = [], _ body: String = ""
  ) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    if method != "GET" { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    return Array((text + "\r\n" + body).utf8)
  }

  /// Sends one request on a new connection and decodes the response.
  static func json(
    _ method: String, _ path: String, at port: UInt16, _ fields: [(String, String)] = [], _ body: String = ""
  ) throws(Problem) -> JSON {
    let answer = try LoadClient(at: port).answer(to: request(method, path, at: port, fields, body))
    guard (200..<300).contains(answer.status), let json = try? JSON(text: answer.text) else {
      throw LoadGenerator.failed("\(path) answered \(answer.status): \(answer.text.prefix(300))")
    }
    return json
  }

  /// Text of each record besides its number; with the other columns it makes about 300 bytes.
  static let filling = String(repeating: "Slept well, walked by the river. ", count: 4)

  /// Returns the number of occurrences.
  static func count(of words: String, in bytes: ArraySlice<UInt8>) -> Int {
    let words = Array(words.utf8)
    return bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      var (count, at) = (0, 0)
      while at + words.count <= bytes.count {
        let isThere = memcmp(start + at, words, words.count) == 0
        if isThere { count += 1 }
        at += isThere ? words.count : 1
      }
      return count
    }
  }

  static func number(in text: Substring) -> Int? {
    guard let start = text.firstRange(of: "number ")?.upperBound else { return nil }
    return Int(text[start...].prefix { $0.isNumber })
  }
}
