internal import Fetch
internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import Kernel
internal import Supabase
internal import Tokens
internal import Transport

/// `troupe backend` for a product that runs in this process. It sends notifications to a push service of this process, which
/// notes when each request arrives.
final class ProductServer: Sendable {
  /// A request at the push service.
  struct Arrival: Sendable {
    let at: ContinuousClock.Instant
    let device: String
    let body: String
  }

  let fetch: Fetch
  let project: Project
  private let process: Locked<ServerProcess?>
  private let apple: Transport.Server
  private let service: String
  private let arrivals: Locked<[Arrival]>
  private let ground: StorageGround

  /// - Parameter providers: The file of the providers with which people sign in; nil for none.
  init(providers: JSON? = nil) async throws(Problem) {
    let arrivals = Locked<[Arrival]>([])
    self.arrivals = arrivals
    apple = try await Server.start(
      handler: Handler(answer: { request in
        let arrival = Arrival(
          at: .now, device: request.head.target.segments.last.map { String($0) } ?? "",
          body: String(decoding: request.body, as: UTF8.self))
        arrivals.withLock { $0.append(arrival) }
        return Response(.ok)
      }))
    ground = try StorageGround()
    fetch = try Fetch()
    let port = try SystemTool.freePort()
    let file: JSON = [
      "apns": [
        "team": "FGHIJ67890", "key_id": "ABCDE12345", "app": "org.example.bench", "key_file": "key.pem",
        "address": .string("http://127.0.0.1:\(apple.port)"),
      ]
    ]
    guard let pem = try PrivateKey.generated().pem, let text = try? JSON.text(file),
      SystemTool.write(pem, to: "\(ground.folder)/key.pem"), SystemTool.write(text, to: "\(ground.folder)/push.json")
    else { throw .unmeasured("the files of a push service could not be written") }
    var options: [String] = []
    if let providers {
      guard let text = try? JSON.text(providers), SystemTool.write(text, to: "\(ground.folder)/providers.json") else {
        throw .unmeasured("the file of providers could not be written")
      }
      options = ["--providers", "\(ground.folder)/providers.json"]
    }
    let path = try Program.shipped()
    let folder = "\(ground.folder)/backend"
    let started = try ServerProcess(
      path, in: folder, port: port,
      ["backend", "--port", "\(port)", "--data", folder, "--push", "\(ground.folder)/push.json"] + options,
      asking: "/auth/v1/health")
    do throws(Problem) {
      let said = try SystemTool.output(of: path, ["backend", "keys", "--data", folder, "--json"])
      guard let keys = try? JSON(text: said), let anon = keys["anon"]?.string, let service = keys["service"]?.string
      else {
        throw LoadGenerator.failed("it told no keys")
      }
      self.service = service
      project = Project(address: "http://127.0.0.1:\(port)", key: anon)
    } catch {
      started.stop()
      throw error
    }
    process = Locked(started)
  }

  func end() async {
    process.withLock { process in
      process?.stop()
      process = nil
    }
    await apple.stop()
    await fetch.close()
  }

  /// Returns how long a notification takes from the row that another device has written to its request at the push service,
  /// in milliseconds, for so many persons with a device each.
  func delivered(to count: Int) async throws(Problem) -> [Double] {
    let zone = try ProductServer.daytime()
    var people: [(id: String, token: String)] = []
    for number in 0..<count {
      let person = try await ask(
        "POST", "/auth/v1/signup", #"{"email":"push\#(number)@example.com","password":"a-long-secret-1"}"#)
      guard let id = person["user"]?["id"]?.string, let access = person["access_token"]?.string else {
        throw .unmeasured("a person could not sign up")
      }
      let token = ProductServer.token()
      _ = try await ask(
        "PUT", "/push/v1/devices/\(UUID().uuidString.lowercased())",
        #"{"product":"yhealth","zone":"\#(zone)","service":"apns","token":"\#(token)"}"#, as: access)
      people.append((id, token))
    }
    var began: [String: ContinuousClock.Instant] = [:]
    for (number, person) in people.enumerated() {
      let at = Moment(Date()).text
      began[person.token] = .now
      _ = try await ask(
        "POST", "/rest/v1/notifications",
        #"{"id":"\#(UUID().uuidString.lowercased())","owner":"\#(person.id)","name":"milestone \#(number)","#
          + #""kind":"milestone","body":"Seven days","link":"/pillars/goals","action":"Open","why":"","sent_at":"\#(at)"}"#,
        as: service, key: service)
    }
    let found = try await waited(for: Set(began.keys))
    return found.compactMap { arrival in
      began[arrival.device].map { (arrival.at - $0).microseconds / 1000 }
    }
  }

  /// Waits until a request for each of these devices has arrived, for at most a minute.
  private func waited(for devices: Set<String>) async throws(Problem) -> [Arrival] {
    let arrivals = arrivals
    return try await Benchmark.onThread { () throws(Problem) in
      let end = ContinuousClock.now + .seconds(60)
      while true {
        let found = arrivals.withLock { $0.filter { devices.contains($0.device) } }
        if Set(found.map(\.device)).count == devices.count { return found }
        guard ContinuousClock.now < end else {
          throw .unmeasured("\(found.count) of \(devices.count) notifications arrived")
        }
        poll(nil, 0, 1)
      }
    }.get()
  }

  private func ask(
    _ method: String, _ path: String, _ body: String, as bearer: String? = nil, key: String? = nil
  ) async throws(Problem) -> JSON {
    let answer = try await fetch.send(
      Outgoing(
        method, project.address + path,
        headers: [
          .init("apikey", key ?? project.key), .init("authorization", "Bearer \(bearer ?? project.key)"),
          .init("content-type", "application/json"),
        ], body: Array(body.utf8)))
    guard (200..<300).contains(answer.status) else {
      throw .unmeasured(
        "\(path) was answered with \(answer.status): \(String(decoding: answer.body.prefix(200), as: UTF8.self))")
    }
    return (try? JSON(bytes: answer.body)) ?? .null
  }

  /// A token as Apple gives them.
  static func token() -> String {
    (0..<32).map { _ in
      let byte = String(UInt8.random(in: 0 ... .max), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }

  /// A zone in which it is day now, so that no quiet hours hold a notification.
  private static func daytime() throws(Problem) -> String {
    let names = [
      "Europe/Berlin", "America/New_York", "Asia/Tokyo", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland",
    ]
    let now = Date()
    for name in names {
      guard let zone = TimeZone(named: name) else { continue }
      let second = (Int(now.timeIntervalSince1970) + zone.secondsFromGMT(for: now)) % 86_400
      if (9 * 3600..<20 * 3600).contains(second) { return name }
    }
    throw .unmeasured("there is no zone in which it is day")
  }
}
