import FoundationEssentials
import Interface
import Kernel

@testable import Identity

extension Account {
  static let mia = Account(id: .numbered(1), email: "mia@example.org")
  static let ben = Account(id: .numbered(2), email: "ben@example.org")
}

extension UUID {
  static func numbered(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

extension Problem {
  static let wrong = Problem(
    "wrong-password", "The address and the password do not belong together.", remedy: "Look at both, then try again.")
  static let wrongCode = Problem(
    "auth-code", "The code is wrong or has expired.", safe: "Nothing was changed.",
    remedy: "Check the newest mail, or ask for a new one.")
  static let wrongCurrent = Problem(
    "auth-current-password", "The current password is not right.", safe: "Your password was not changed.",
    remedy: "Type it again.")
  static let noServer = Problem(
    "no-server", "The server does not answer.", safe: "Nothing was changed.", remedy: "Try again later.")
}

/// Drives the identity state from one window, one action at a time.
struct Sitting {
  static let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
  static let identifiers = Identifiers.seeded(1, Time(now: { now }, ring: { _, _ in AsyncStream { nil } }))
  static let password = "korrekt-horse-battery"
  static let code = "482913"

  let window: WindowID = Sitting.identifiers.next()
  var state = IdentityState()
  var steps: IdentityState.Steps = []

  /// Starts the state and brings it to `standing`.
  init(_ standing: Standing = .local) {
    send(.begin)
    if standing != .unknown { weigh(standing) }
  }

  mutating func send(_ action: IdentityAction) { steps = state.receive(action, at: Sitting.now) }
  mutating func `do`(_ action: IdentityWindowAction) { self.do(action, from: window) }
  mutating func `do`(_ action: AccountAction) { self.do(.account(action), from: window) }
  mutating func `do`(_ action: IdentityWindowAction, from window: WindowID) {
    steps = state.receive(action, from: window, at: Sitting.now)
  }
  mutating func close() { steps = state.close(window, at: Sitting.now) }

  /// Reports `standing` from the session, and confirms it from the profile.
  mutating func weigh(_ standing: Standing) {
    send(.heard(standing))
    send(.weighed(standing))
  }

  mutating func fill(_ email: String = Account.mia.email, _ password: String = Sitting.password) {
    self.do(.typeEmail(email))
    self.do(.typePassword(Redacted(password)))
  }

  mutating func submit(_ form: IdentityWindowState.Form = .signIn) { self.do(.submit(form)) }

  var effects: [IdentityEffect] { steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } } }
  var events: [IdentityEvent] { steps.compactMap { if case .say(let event) = $0 { event } else { nil } } }
  /// The events of the last action for this window only.
  var told: [IdentityEvent] {
    steps.compactMap { if case .tell(let event, window) = $0 { event } else { nil } }
  }

  func screen(_ route: Route = .account) -> Screen<IdentityWindowAction> {
    state.screen(route, in: Surroundings(now: Sitting.now), at: window)
  }

  func nodes(_ route: Route = .account) -> [Node<IdentityWindowAction>] {
    let screen = screen(route)
    return screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])
  }

  func node(_ label: String, at route: Route = .account) -> Node<IdentityWindowAction>? {
    nodes(route).first { $0.label == label && $0.role != .heading }
  }

  func says(_ words: String, at route: Route = .account) -> Bool { nodes(route).contains { $0.label == words } }
}

/// An in-memory session and profile whose answers can be held back.
final class World: Sendable {
  struct Held {
    var accounts: [String: (account: Account, password: String)] = [
      Account.mia.email: (.mia, Sitting.password), Account.ben.email: (.ben, Sitting.password),
    ]
    var owner: Account?
    var unsent = 0
    var failure: Problem?
    var mustConfirm = false
    var claimFails = false
    var arrival = SignInReturn.signedIn(.mia)
    var mustConfirmEmail = false
    /// Whether the next code confirms only one of two addresses.
    var isHalf = false
    var ways = AccountWays(hasPassword: true, links: [])
    var providers: [SignInProvider] = []
    /// The requests received, in order.
    var asked: [String] = []
    var held: [CheckedContinuation<Void, Never>] = []
    var isHolding = false
  }

  let held = Locked(Held())
  let session: Current<Standing>.Source
  let settling: Settling

  init(_ standing: Standing = .local, owner: Account? = nil, on context: FeatureContext) {
    session = Current.Source(standing)
    settling = context.settling
    held.withLock { $0.owner = owner }
  }

  var asked: [String] { held.withLock { $0.asked } }
  func change(_ body: (inout Held) -> Void) { held.withLock { body(&$0) } }

  func hold() { held.withLock { $0.isHolding = true } }
  func release() {
    let waiting = held.withLock { held in
      defer { held.held = [] }
      held.isHolding = false
      return held.held
    }
    for one in waiting { one.resume() }
  }

  private func ask(_ what: String) async throws(Problem) {
    held.withLock { $0.asked.append(what) }
    await withCheckedContinuation { continuation in
      let isHolding = held.withLock { held in
        if held.isHolding { held.held.append(continuation) }
        return held.isHolding
      }
      if !isHolding { continuation.resume() }
    }
    if let failure = held.withLock({ $0.failure }) { throw failure }
  }

  /// Publishes `standing` to all listeners of the session.
  func says(_ standing: Standing) { session.publish(standing) }

  var needs: IdentityNeeds {
    IdentityNeeds(
      standing: {
        let (settling, stream) = (self.settling, self.session.current.listen())
        let (news, continuation) = AsyncStream.makeStream(of: Heard<Standing>.self)
        let task = Task {
          for await standing in stream { continuation.yield(Heard(standing, holding: settling.receipt())) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return news
      },
      signUp: { email, password, _ throws(Problem) in
        try await self.ask("sign up")
        if self.held.withLock({ $0.mustConfirm }) { return .mustConfirm }
        let made = self.held.withLock { held in
          let made = Account(id: .numbered(UInt8(held.accounts.count + 1)), email: email)
          held.accounts[email] = (made, password.revealed)
          return made
        }
        self.says(.signedIn(made))
        return .signedIn(made)
      },
      signIn: { email, password throws(Problem) in
        try await self.ask("sign in")
        let known = self.held.withLock { $0.accounts[email].map { ($0.account, $0.password) } }
        guard let (account, secret) = known, secret == password.revealed else { throw .wrong }
        self.says(.signedIn(account))
        return account
      },
      signOut: { discarding throws(Problem) in
        try await self.ask(discarding ? "sign out, discarding" : "sign out")
        self.change { held in
          held.unsent = 0
          held.owner = nil
        }
        self.says(.local)
      },
      drop: {
        self.change { $0.asked.append("drop") }
        self.says(.local)
      },
      unsent: { Unsent(self.held.withLock { $0.unsent }) },
      owner: { self.held.withLock { $0.owner } },
      claim: { account throws(Problem) in
        if self.held.withLock({ $0.claimFails }) { throw .noServer }
        self.change { held in
          held.asked.append("claim \(account.email)")
          held.owner = account
        }
      }, account: account)
  }

  private var account: AccountNeeds {
    AccountNeeds(
      mail: { purpose, email, _ throws(Problem) in try await self.ask("mail \(purpose) to \(email)") },
      confirm: { purpose, email, code throws(Problem) in
        try await self.ask("confirm \(purpose) of \(email)")
        guard code.revealed == Sitting.code else { throw .wrongCode }
        let isHalf = self.held.withLock { held in
          defer { held.isHalf = false }
          return held.isHalf
        }
        guard !isHalf else { return nil }
        let account = purpose == .emailChange ? Account(id: Account.mia.id, email: "new@example.org") : .mia
        self.says(.signedIn(account))
        return account
      },
      changePassword: { current, _ throws(Problem) in
        try await self.ask(current == nil ? "set password" : "change password")
        guard current.map({ $0.revealed == Sitting.password }) ?? true else { throw .wrongCurrent }
      },
      changeEmail: { email, _, _ throws(Problem) in
        try await self.ask("change address to \(email)")
        return !self.held.withLock { $0.mustConfirmEmail }
      }, ways: { () throws(Problem) in self.held.withLock { $0.ways } },
      providers: { _ throws(Problem) in self.held.withLock { $0.providers } },
      depart: { provider, isLinking, _ throws(Problem) in
        try await self.ask("\(isLinking ? "link" : "leave for") \(provider.id)")
        return .sample
      },
      arrive: { _ throws(Problem) in
        try await self.ask("return")
        let arrival = self.held.withLock { $0.arrival }
        if let account = arrival.account { self.says(.signedIn(account)) }
        return arrival
      },
      unlink: { _ throws(Problem) in try await self.ask("unlink") })
  }
}

extension BrowserVisit {
  static let sample = BrowserVisit(
    address: "https://id.example.org/authorize", callback: "troupe://callback?state=s", provider: "google", nonce: "n")
}
