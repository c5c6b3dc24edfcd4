internal import Catalog
internal import Fetch
internal import FoundationEssentials
internal import Glibc
internal import Interface
internal import Kernel
internal import Permissions
internal import Push
internal import Shell
internal import Supabase
internal import Tokens
internal import Transport

// Notifications on their way: a send against the same bare request, the registration of a device, and the delivery.
extension Benchmark {
  static func pushed(
    sends: Int = 300, registrations: Int = 20, deliveries: Int = 10
  ) async throws(Problem) -> [Figure] {
    let send = try await sent(sends)
    let ground = try await ProductServer()
    do throws(Problem) {
      let known = try await registered(registrations, on: ground)
      let delivered = try await ground.delivered(to: deliveries)
      await ground.end()
      return [
        send, figure("notifications-registration", known, 2000),
        figure("notifications-delivery", delivered, 5000),
      ]
    } catch {
      await ground.end()
      throw error
    }
  }

  /// Makes, sends and judges a notification. Peer: the same bytes over a bare socket, to the same service in the same run.
  private static func sent(_ count: Int) async throws(Problem) -> Figure {
    let server = try await Server.start(handler: Handler(answer: { _ in Response(.ok) }))
    let fetch = try Fetch()
    let times: Result<(ours: [Double], peers: [Double]), Problem>
    do throws(Problem) { times = .success(try await sent(count, to: server.port, by: fetch)) } catch {
      times = .failure(error)
    }
    await fetch.close()
    await server.stop()
    let (ours, peers) = try times.get()
    return Figure(
      "notifications-send", here: Times(ours).median, peer: Times(peers).median, peerName: "the same bare request",
      unit: "µs")
  }

  private static func sent(
    _ count: Int, to port: UInt16, by fetch: Fetch
  ) async throws(Problem) -> (ours: [Double], peers: [Double]) {
    let sender = try APNsSender(
      key: .generated(), keyID: "ABCDE12345", team: "FGHIJ67890", app: "org.example.bench",
      address: "http://127.0.0.1:\(port)")
    let device = ProductServer.token()
    let message = PushMessage(
      id: "milestone", title: "yHealth", body: "You reached a milestone.", link: "/pillars/goals")
    let token = try sender.token(now: Date())
    let example = try sender.request(message, to: device, token: token, now: Date())
    let bare = RequestEncoding.request(
      example.method, "/3/device/\(device)", at: port, example.headers.map { ($0.name, $0.value) },
      String(decoding: example.body ?? [], as: UTF8.self))
    let client = try LoadClient(at: port)
    var (ours, peers): ([Double], [Double]) = ([], [])
    for _ in 0..<count {
      ours.append(
        try await clocked { () throws(Problem) in
          let now = Date()
          let request = try sender.request(message, to: device, token: token, now: now)
          guard PushOutcome.apns(try await fetch.send(request)) == .taken else {
            throw .unmeasured("a notification was not taken")
          }
        })
      peers.append(
        try await clocked { () throws(Problem) in
          guard try client.answer(to: bare).status == 200 else { throw .unmeasured("a bare request was not taken") }
        })
    }
    return (ours, peers)
  }

  /// Returns the milliseconds from the tap that turns notifications on until the server knows the device, and from each new
  /// token of the device until the server knows that.
  private static func registered(_ count: Int, on ground: ProductServer) async throws(Problem) -> [Double] {
    guard let product = Product.named("yhealth") else { throw .unmeasured("there is no yHealth") }
    let home = try StorageGround()
    let known = Locked(0)
    let (fetch, rotations) = (ground.fetch, AsyncStream.makeStream(of: PushToken.self))
    let server = ServerPort.at(ground.project, connect: fetch.client.connect) { request throws(Problem) in
      let answer = try await fetch.send(request)
      if request.method == "PUT", request.address.contains("/push/v1/devices/"), answer.status < 300 {
        known.withLock { $0 += 1 }
      }
      return answer
    }
    let permissions = PermissionPort(
      standing: { _ throws(Problem) in known.withLock { $0 } == 0 ? .undecided : .granted },
      ask: { _ throws(Problem) in .granted }, openSettings: { _ throws(Problem) in })
    let first = ProductServer.token()
    let push = PushPort(
      token: { _ throws(Problem) in PushToken(.apns, Redacted(first)) }, rotations: { rotations.stream })
    let person = try await Person.open(
      product, home: .folder(home.folder), server: server, permissions: permissions, push: push)
    let window = await person.window()
    try await enter(window)
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.wait(.label("Turn on notifications"), seconds: 30))
    var times: [Double] = []
    for number in 0...count {
      let start = ContinuousClock.now
      if number == 0 {
        try await window.perform(.tap(.label("Turn on notifications")))
      } else {
        rotations.continuation.yield(PushToken(.apns, Redacted(ProductServer.token())))
      }
      try await onThread { () throws(Problem) in
        let end = ContinuousClock.now + .seconds(30)
        while known.withLock({ $0 }) <= number {
          guard ContinuousClock.now < end else { throw .unmeasured("a device was not registered") }
          poll(nil, 0, 1)
        }
      }.get()
      times.append((ContinuousClock.now - start).microseconds / 1000)
    }
    await window.close()
    await person.close()
    return times
  }

  /// Signs up and consents to what the server needs.
  static func enter(_ window: Window) async throws(Problem) {
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "one@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-one"))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    let page = try await window.perform(.open(Route(["settings", "consent"])))
    for one in page.everything where one.label.hasPrefix("I accept: ") || one.label.hasPrefix("I consent: ") {
      try await window.perform(.tap(.label(one.label)))
    }
  }
}
