internal import CalDAV
internal import Fetch
internal import FoundationEssentials
internal import Glibc
internal import ICalendar
internal import Kernel

extension Benchmark {
  /// A first sync with a calendar server. Peer: the same requests on bare sockets, with nothing read of their answers.
  static let caldav = caldav(events: 40, rounds: 3)

  static func caldav(events: Int, rounds: Int) -> Benchmark {
    Benchmark(
      name: "caldav", summary: "a first sync with a CalDAV server, against the same requests on bare sockets",
      measure: { () throws(Problem) in
        let python = try PythonPeer.path(with: "Radicale", for: "caldav")
        let server = try CalendarServer(python)
        defer { server.stop() }
        var (syncs, bare): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
          try server.fill("own\(round)", events)
          try server.fill("bare\(round)", events)
          let (time, requests) = try await sync(server, "own\(round)", events)
          syncs.append(time)
          let others = requests.map { server.request($0, from: "own\(round)", to: "bare\(round)") }
          let start = ContinuousClock.now
          for other in others { try server.send(other) }
          bare.append((ContinuousClock.now - start).microseconds / 1000)
        }
        return [
          Figure(
            "caldav", here: Times(syncs).median, peer: Times(bare).median, peerName: "the same requests", unit: "ms",
            limit: 1.5)
        ]
      })
  }

  /// Returns the milliseconds of a sync that fetches as many events as it sends, and its requests.
  private static func sync(
    _ server: CalendarServer, _ name: String, _ events: Int
  ) async throws(Problem) -> (Double, [Outgoing]) {
    let (fetch, asked, device) = (try Fetch(), Locked<[Outgoing]>([]), CalendarDevice(events))
    let client = CalDAVClient { request throws(Problem) in
      var request = request
      request.headers.append(CalendarServer.access)
      asked.withLock { $0.append(request) }
      return try await fetch.send(request)
    }
    let address = "http://127.0.0.1:\(server.port)\(CalendarServer.path(name))"
    let start = ContinuousClock.now
    let report = try await CalendarSyncRun.run(
      client.calendar(at: address), calendar: address, needs: device.ports, own: .gmt, at: CalendarDevice.now)
    let time = (ContinuousClock.now - start).microseconds / 1000
    await fetch.close()
    guard report.received == events, report.sent == events, device.count == 2 * events else {
      throw .unmeasured("\(report.received) events were fetched and \(report.sent) sent, of \(events) each")
    }
    return (time, asked.withLock { $0 })
  }
}

/// A device with events in memory, for a sync.
private final class CalendarDevice: Sendable {
  static let now = Date(timeIntervalSince1970: 1_795_000_000)

  private struct State {
    var items: [String: CalendarItem] = [:]
    var copies: [String: CalendarCopy] = [:]
    var token: String?
  }

  private let state: Locked<State>

  init(_ events: Int) {
    var state = State()
    for number in 0..<events {
      let item = CalendarDevice.item("here-\(number)", number)
      state.items[item.uid] = item
    }
    self.state = Locked(state)
  }

  var count: Int { state.withLock { $0.items.count } }

  /// One in ten repeats weekly.
  static func item(_ uid: String, _ number: Int) -> CalendarItem {
    let start = now.addingTimeInterval(Double(number) * 14_400)
    return CalendarItem(
      uid: uid,
      content: CalendarContent(
        title: "Meeting \(number)", details: "Bring the plan of last week.", place: "Room \(number % 12)",
        startsAt: start, endsAt: start.addingTimeInterval(3_600), zone: "GMT"),
      rule: number.isMultiple(of: 10) ? "FREQ=WEEKLY" : nil)
  }

  var ports: CalendarPorts {
    let state = state
    return CalendarPorts(
      local: { () throws(Problem) in state.withLock { Array($0.items.values) } },
      marked: { () throws(Problem) in [] },
      settle: { settlements throws(Problem) in
        state.withLock { state in
          for settlement in settlements {
            if let change = settlement.change { state.items[change.uid] = change.after }
            state.copies[settlement.name] = settlement.copy
          }
        }
        return Set(settlements.map(\.name))
      },
      copies: { () throws(Problem) in state.withLock { Array($0.copies.values) } },
      keep: { copies, dropped throws(Problem) in
        state.withLock { state in
          for name in dropped { state.copies[name] = nil }
          for copy in copies { state.copies[copy.name] = copy }
        }
      },
      token: { () throws(Problem) in state.withLock { $0.token } },
      keepToken: { token throws(Problem) in state.withLock { $0.token = token } })
  }
}

/// Radicale with a folder of its own.
private final class CalendarServer {
  static let access = CalDAVClient.basic("noor", Redacted("a-long-secret"))

  private let process: ServerProcess
  var port: UInt16 { process.port }

  init(_ python: String) throws(Problem) {
    let port = try SystemTool.freePort()
    let folder = "/tmp/troupe-bench-radicale-\(getpid())-\(port)"
    let settings = """
      [server]
      hosts = 127.0.0.1:\(port)
      [auth]
      type = none
      [storage]
      filesystem_folder = \(folder)/collections
      [logging]
      level = error
      """
    guard mkdir(folder, 0o700) == 0, SystemTool.write(settings, to: "\(folder)/radicale.ini") else {
      throw .unmeasured("\(folder) could not be made")
    }
    process = try ServerProcess(
      python, in: folder, port: port, ["-m", "radicale", "--config", "\(folder)/radicale.ini"], asking: "/.web/")
  }

  func stop() { process.stop() }

  static func path(_ name: String) -> String { "/noor/\(name)/" }

  /// Makes a calendar with events of another program.
  func fill(_ name: String, _ events: Int) throws(Problem) {
    try send(bytes("MKCALENDAR", CalendarServer.path(name), [CalendarServer.access], []))
    let fields = [CalendarServer.access, Outgoing.Field("content-type", "text/calendar")]
    for number in 0..<events {
      let item = CalendarDevice.item("there-\(number)", number)
      let text = ICalendar.text(of: item.calendar(own: .gmt, at: CalendarDevice.now))
      try send(bytes("PUT", "\(CalendarServer.path(name))there-\(number).ics", fields, Array(text.utf8)))
    }
  }

  /// The same request for another calendar, as its bytes.
  func request(_ request: Outgoing, from name: String, to other: String) -> [UInt8] {
    func moved(_ text: String) -> String {
      text.replacing(CalendarServer.path(name), with: CalendarServer.path(other))
    }
    let path = moved(request.address).replacing("http://127.0.0.1:\(port)", with: "")
    let body = moved(String(decoding: request.sentBody ?? [], as: UTF8.self))
    return bytes(request.method, path, request.headers, Array(body.utf8))
  }

  private func bytes(_ method: String, _ path: String, _ fields: [Outgoing.Field], _ body: [UInt8]) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.count)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8) + body
  }

  /// Sends a request on a connection of its own, since Radicale closes it after the answer.
  func send(_ request: [UInt8]) throws(Problem) {
    let answer = try LoadClient(at: port).answer(to: request)
    guard (200..<300).contains(answer.status) else {
      throw .unmeasured("the server answered \(answer.status): \(answer.text.prefix(200))")
    }
  }
}
