import Chance
import Covers
import FoundationEssentials
import Kernel
import Permissions
import Testing

@testable import Notifications

/// A device with a server that answers as a test says.
private final class RegistrationBench: Sendable {
  struct Held {
    var kept: RegisteredDevice?
    var answers: [RegistrationAnswer] = []
    var registered: [DeviceRegistration] = []
    var removals = 0
    var renewals: [Bool] = []
    var tokens = ["one", "two", "three", "four"]
  }

  static let refusal = Problem("away", "The server has trouble.", remedy: "Later.")
  let held = Locked(Held())
  let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
  let lines = Locked<[Log.Line]>([])
  let rotations = AsyncStream.makeStream(of: PushToken.self)
  let account = UUID()
  let context: FeatureContext
  private let current = Locked<TokenRegistration?>(nil)

  init() {
    let lines = lines
    context = FeatureContext(time: clock.time, log: Log { line in lines.withLock { $0.append(line) } })
  }

  var registration: TokenRegistration {
    get throws { try #require(current.withLock { $0 }) }
  }

  /// Opens the app: the account is signed in, and notifications are on unless a test says otherwise.
  func open(isAllowed: Bool? = true, withPort: Bool = true, lives: TimeInterval? = nil) async throws {
    let (held, rotations, clock) = (held, rotations.stream, clock)
    let port = PushPort(
      token: { isRenewal throws(Problem) in
        held.withLock { held in
          if isRenewal, held.tokens.count > 1 { held.tokens.removeFirst() }
          held.renewals.append(isRenewal)
          return PushToken(
            .fcm, Redacted(held.tokens.first ?? ""), expires: lives.map { clock.now.date.addingTimeInterval($0) })
        }
      }, rotations: { rotations })
    let registration = TokenRegistration(
      on: context,
      needs: TokenRegistrationNeeds(
        load: { held.withLock { $0.kept } }, keep: { device in held.withLock { $0.kept = device } },
        register: { registration in
          held.withLock { held in
            held.registered.append(registration)
            return held.answers.isEmpty ? .taken : held.answers.removeFirst()
          }
        },
        remove: {
          held.withLock { held in
            held.removals += 1
            return held.answers.isEmpty ? .taken : held.answers.removeFirst()
          }
        }, port: withPort ? port : nil))
    current.withLock { $0 = registration }
    await registration.send(.begin)
    await registration.send(.account(.signedIn(account)))
    await registration.send(.allowed(isAllowed))
  }

  func close() { current.withLock { $0 = nil } }

  func answer(_ answers: RegistrationAnswer...) { held.withLock { $0.answers = answers } }

  /// Waits for a phase, which settling does not.
  func until(_ phase: TokenRegistrationState.Phase) async throws {
    for await state in try registration.states.listen() where state.phase == phase { break }
    await context.settling.settled()
  }

  func advance(_ seconds: Double) async {
    await clock.advance(by: .milliseconds(Int64(seconds * 1000)), settling: context.settling)
  }

  var tokens: [String] {
    held.withLock { held in
      held.registered.map { String($0.address.revealed.split(separator: "\"").last { $0.count > 1 } ?? "") }
    }
  }
}

@Suite("The registration of a device", .timeLimit(.minutes(5))) struct TokenRegistrationTests {
  @Test("with notifications on and an account the token is registered, without an action of the person")
  func silently() async throws {
    let bench = RegistrationBench()
    try await bench.open(isAllowed: nil)
    await bench.context.settling.settled()
    #expect(bench.held.withLock { $0.renewals.isEmpty && $0.registered.isEmpty })
    try await bench.registration.send(.allowed(false))
    await bench.context.settling.settled()
    #expect(bench.held.withLock { $0.renewals.isEmpty && $0.registered.isEmpty && $0.removals == 0 })
    try await bench.registration.send(.allowed(true))
    try await bench.until(.registered)
    let registration = try #require(bench.held.withLock { $0.registered.first })
    #expect(registration.address.revealed == #"{"service":"fcm","token":"one"}"#)
    #expect(registration.account == bench.account && registration.zone == bench.clock.now.zone.identifier)
    #expect(bench.held.withLock { $0.kept?.registration } == registration)
  }

  @Test(
    "a failing registration is tried three times more, after 2, 8 and 32 seconds, and is then noted for support",
    .covers("yh-S04.4.1-E2"))
  func backoff() async throws {
    let bench = RegistrationBench()
    let failure = RegistrationAnswer.failed(RegistrationBench.refusal)
    bench.answer(failure, failure, failure, failure)
    try await bench.open()
    for (tries, pause) in [(1, 2.0), (2, 8), (3, 32)] {
      try await bench.until(.failed(tries: tries))
      await bench.advance(pause - 0.5)
      #expect(bench.tokens.count == tries)
      await bench.advance(0.6)
    }
    try await bench.until(.givenUp)
    #expect(bench.tokens.count == 4)
    await bench.advance(3600)
    #expect(bench.tokens.count == 4)
    let line = try #require(bench.lines.withLock { $0.first { $0.level == .error } })
    #expect(line.text.contains("after 4 tries (away)") && !line.text.contains("one"))
    // The next opening tries again.
    try await bench.open()
    try await bench.until(.registered)
  }

  @Test("a traveller's zone is registered within the hour, without an action of the person", arguments: [true, false])
  func travels(_ withPort: Bool) async throws {
    let bench = RegistrationBench()
    try await bench.open(withPort: withPort)
    if !withPort { try await bench.registration.send(.address(Redacted("one"))) }
    try await bench.until(.registered)
    let home = bench.clock.now
    let tokyo = try #require(TimeZone(named: "Asia/Tokyo"))
    await bench.clock.set(Moment(home.date.addingTimeInterval(60), in: tokyo), settling: bench.context.settling)
    await bench.advance(3600)
    while bench.held.withLock({ $0.kept?.registration.zone }) != "Asia/Tokyo" { await Task.yield() }
    #expect(bench.held.withLock { $0.registered.map(\.zone) } == [home.zone.identifier, "Asia/Tokyo"])
    await bench.advance(3600 * 24)
    #expect(bench.held.withLock { $0.registered.count } == 2)
  }

  @Test("without a network it waits, and is sent as soon as there is one; failures before do not count")
  func queued() async throws {
    let bench = RegistrationBench()
    bench.answer(.away, .away)
    try await bench.open()
    try await bench.until(.queued)
    try await bench.registration.send(.network(false))
    await bench.advance(60)
    #expect(bench.tokens.count == 1)
    try await bench.registration.send(.network(true))
    try await bench.until(.queued)
    // Nothing reports the network as back, so that it looks by itself.
    await bench.advance(301)
    try await bench.until(.registered)
    #expect(bench.tokens == ["one", "one", "one"])
    #expect(bench.lines.withLock { $0.isEmpty })
  }

  @Test("a token that the service replaces is registered in place of the former, also while that is under way")
  func rotated() async throws {
    let bench = RegistrationBench()
    try await bench.open()
    try await bench.until(.registered)
    bench.rotations.continuation.yield(PushToken(.fcm, Redacted("rotated")))
    while bench.held.withLock({ $0.kept?.registration.address.revealed.contains("rotated") }) != true {
      await Task.yield()
    }
    #expect(bench.tokens == ["one", "rotated"])
    var state = TokenRegistrationState()
    let now = bench.clock.now
    _ = state.receive(.loaded(nil), at: now)
    _ = state.receive(.account(.signedIn(bench.account)), at: now)
    _ = state.receive(.address(Redacted("a")), at: now)
    _ = state.receive(.allowed(true), at: now)
    #expect(state.phase == .underWay)
    #expect(state.receive(.address(Redacted("b")), at: now).isEmpty, "the older one must not arrive last")
    let first = DeviceRegistration(
      account: bench.account, address: Redacted("a"), zone: now.zone.identifier, expires: nil)
    let second = DeviceRegistration(
      account: bench.account, address: Redacted("b"), zone: now.zone.identifier, expires: nil)
    #expect(
      state.receive(.answered(.taken, to: first), at: now).contains(.run(.register(second), .unawaited("server"))))
  }

  @Test(
    "an old token, and one that is about to expire, is renewed and registered by itself",
    arguments: [nil, 3 * 86_400.0])
  func renewed(_ life: TimeInterval?) async throws {
    let bench = RegistrationBench()
    try await bench.open(lives: life)
    try await bench.until(.registered)
    let due = life.map { $0 - 86_400 } ?? 7 * 86_400
    await bench.advance(due - 10)
    #expect(bench.tokens == ["one"])
    await bench.advance(20)
    while bench.tokens.count < 2 { await Task.yield() }
    try await bench.until(.registered)
    #expect(bench.tokens == ["one", "two"] && bench.held.withLock { $0.renewals } == [false, true])
    await bench.advance(due - 60)
    #expect(bench.tokens.count == 2)
  }

  @Test(
    "a token that expired while the app was closed is renewed at the next opening; one that did not is left alone")
  func reopened() async throws {
    let bench = RegistrationBench()
    try await bench.open()
    try await bench.until(.registered)
    try await bench.open()
    try await bench.until(.registered)
    #expect(bench.tokens == ["one"])
    bench.close()
    await bench.clock.set(bench.clock.now.advanced(by: .seconds(30 * 86_400)), settling: Settling())
    try await bench.open()
    while bench.tokens.count < 2 { await Task.yield() }
    #expect(bench.tokens == ["one", "two"])
  }

  @Test("turned off, the device is removed once; after signing out it is registered anew at the next sign-in")
  func removed() async throws {
    let bench = RegistrationBench()
    try await bench.open()
    try await bench.until(.registered)
    try await bench.registration.send(.allowed(false))
    try await bench.until(.idle)
    #expect(bench.held.withLock { $0.removals == 1 && $0.kept == nil })
    try await bench.registration.send(.allowed(true))
    try await bench.until(.registered)
    try await bench.registration.send(.account(.signedOut))
    await bench.context.settling.settled()
    #expect(bench.held.withLock { $0.removals == 1 && $0.kept == nil })
    try await bench.registration.send(.account(.signedIn(bench.account)))
    while bench.tokens.count < 3 { await Task.yield() }
    #expect(bench.tokens == ["one", "one", "one"])
  }

  @Test("a server that sends nothing to such a device is asked once")
  func notOffered() async throws {
    let bench = RegistrationBench()
    bench.answer(.notOffered)
    try await bench.open(withPort: false)
    try await bench.registration.send(.address(Redacted("a")))
    try await bench.until(.notOffered)
    try await bench.registration.send(.allowed(true))
    try await bench.registration.send(.network(true))
    await bench.advance(86_400)
    #expect(bench.held.withLock { $0.registered.count } == 1)
    try await bench.registration.send(.address(Redacted("b")))
    try await bench.until(.registered)
  }

  @Test(
    "whatever happens in whatever order, one request is under way at a time, and none without permission and account")
  func anything() throws {
    var random = try FuzzPlan.generator(for: "TokenRegistration")
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    let people = [UUID(), UUID()]
    for _ in 0..<400 {
      var state = TokenRegistrationState(hasPort: Bool.random(using: &random))
      var (sending, obtaining): (TokenRegistrationEffect?, Bool) = (nil, false)
      var (isAllowed, isSignedIn): (Bool?, Bool) = (nil, false)
      for _ in 0..<40 {
        let now = clock.now.advanced(by: .seconds(Int.random(in: 0...900_000, using: &random)))
        let action: TokenRegistrationAction
        switch Int.random(in: 0..<10, using: &random) {
        case 0: action = .loaded(nil)
        case 1:
          isSignedIn = Bool.random(using: &random)
          action = .account(isSignedIn ? .signedIn(people[Int.random(in: 0...1, using: &random)]) : .signedOut)
        case 2:
          isAllowed = Bool.random(using: &random)
          action = .allowed(isAllowed)
        case 3: action = .address(Redacted("\(Int.random(in: 0...2, using: &random))"))
        case 4 where obtaining:
          obtaining = false
          action =
            Bool.random(using: &random) ? .noToken(RegistrationBench.refusal) : .token(PushToken(.apns, Redacted("t")))
        case 5: action = .network(Bool.random(using: &random))
        case 6: action = .woke
        default:
          let answers = [.taken, .notOffered, .away, RegistrationAnswer.failed(RegistrationBench.refusal)]
          let answer = answers[Int.random(in: 0..<4, using: &random)]
          switch sending {
          case .register(let registration): action = .answered(answer, to: registration)
          case .remove: action = .removed(answer)
          default: continue
          }
          sending = nil
        }
        for case .run(let effect, _) in state.receive(action, at: now) {
          switch effect {
          case .register, .remove:
            #expect(sending == nil)
            sending = effect
            if case .register = effect { #expect(isAllowed == true && isSignedIn) }
          case .obtain:
            #expect(!obtaining && isAllowed == true && isSignedIn)
            obtaining = true
          default: break
          }
        }
      }
    }
  }
}
