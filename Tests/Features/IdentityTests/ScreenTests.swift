import Audit
import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Identity screens") struct ScreenTests {
  @Test("A local profile says what an account offers, and links to both forms")
  func local() {
    let sitting = Sitting()
    #expect(
      sitting.says("Your entries stay on this device. With an account they sync to your other devices."))
    #expect(sitting.node("Sign in")?.destination == .signIn && sitting.node("Create account")?.destination == .signUp)
    #expect(
      IdentityState.places.map(\.pattern.text) == [
        "/account", "/account/sign-in", "/account/sign-up", "/account/recover", "/account/confirm", "/account/password",
        "/account/email",
      ])
    #expect(sitting.screen(.signIn).title == "Sign in" && sitting.screen(.signUp).title == "Create account")
  }

  @Test(
    "Every page has a title of its own and a heading of that title, whoever opens it",
    arguments: [Standing.unknown, .local, .signedIn(.mia), .expired(.mia)])
  func titles(standing: Standing) {
    let sitting = Sitting(standing)
    let titles = Route.all.map { sitting.screen($0).title }
    #expect(Set(titles).count == titles.count, "\(titles)")
    for (route, title) in zip(Route.all, titles) {
      #expect(sitting.nodes(route).first { $0.role == .heading }?.label == title)
      let place = IdentityState.places.first { $0.pattern.matches(route) }
      // A signed-in person without a password sets one.
      #expect(title == place?.title || title == sitting.state.passwordTitle)
    }
  }

  @Test(
    "A page for a signed-in person tells others to sign in, and links to it",
    arguments: [Standing.local, .expired(.mia)])
  func asks(standing: Standing) {
    let sitting = Sitting(standing)
    for (route, words) in [
      (Route.password, "Sign in to change your password."), (.email, "Sign in to change your address."),
    ] {
      #expect(sitting.says(words, at: route) && sitting.node("Sign in", at: route)?.destination == .signIn)
      #expect(!sitting.nodes(route).contains { $0.role == .textbox || $0.role == .button })
      #expect(IdentityState.askers.contains(route) && IdentityState.steps.contains(route))
    }
  }

  @Test("A signed-in user sees their own address")
  func signedIn() {
    let sitting = Sitting(.signedIn(.mia))
    #expect(sitting.node("E-mail")?.value == "mia@example.org")
    #expect(!sitting.nodes().contains { $0.role == .textbox })
  }

  @Test("Every control sends its action")
  func controls() {
    let sitting = Sitting()
    #expect(
      sitting.node("Password", at: .signIn)?.offer(.edit)?.action(.text("x"))
        == .typePassword(Redacted("x")))
    #expect(
      sitting.node("E-mail", at: .signUp)?.offer(.draft)?.action(.text("m")) == .typeEmail("m"))
    #expect(sitting.node("Sign in", at: .signIn)?.offer(.activate)?.action(.none) == .submit(.signIn))
    let button = sitting.nodes(.signUp).first { $0.role == .button }
    #expect(button?.offer(.activate)?.action(.none) == .submit(.signUp))
  }

  @Test("Every screen passes the audit in every state")
  func sound() {
    var checked = Sitting()
    checked.submit()
    var filled = Sitting()
    filled.fill()
    filled.send(.counted(Unsent(12), .entering, in: filled.window))
    var underWay = filled
    underWay.submit()
    var refused = underWay
    refused.send(.notEntered(.wrong))
    var confirming = filled
    confirming.submit(.signUp)
    confirming.send(.mustConfirm(email: Account.mia.email))
    var again = Sitting(.expired(.mia))
    again.do(.typePassword(Redacted("x")))
    again.submit()
    var looking = Sitting()
    looking.send(.heard(.signedIn(.mia)))
    var sittings = [Sitting(.unknown), Sitting(), Sitting(.signedIn(.mia)), Sitting(.expired(.mia))]
    sittings += [checked, filled, underWay, refused, confirming, again, looking]
    for standing in [Standing.signedIn(.mia), .expired(.mia)] {
      for count in [0, 1, 12] {
        var asking = Sitting(standing)
        asking.do(.askToSignOut)
        sittings.append(asking)
        asking.send(.counted(Unsent(count), .leaving, in: asking.window))
        sittings.append(asking)
        asking.do(.signOut)
        sittings.append(asking)
        asking.send(.notLeft(.noServer))
        sittings.append(asking)
      }
    }
    for (number, sitting) in sittings.enumerated() {
      for route in Route.all {
        #expect(Audit.findings(of: sitting.screen(route), theme: .plain) == [], "\(number) \(route)")
        let ids = sitting.nodes(route).map(\.id)
        #expect(Set(ids).count == ids.count)
      }
    }
  }

  @Test(
    "Any sequence of user actions passes the audit, and no action by itself signs in or out", arguments: 0..<4)
  func anything(seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<10 {
      var sitting = Sitting([Standing.local, .signedIn(.mia), .expired(.mia)].randomElement(using: &random) ?? .local)
      for _ in 0..<30 {
        let route = Route.all.randomElement(using: &random) ?? .account
        let screen = sitting.screen(route)
        let nodes = (screen.dialog?.all ?? screen.nodes.flatMap(\.all)).filter { !$0.state.isDisabled }
        let offers = nodes.flatMap(\.offers)
        let before = sitting.state.standing
        sitting.steps = []
        if let offer = offers.randomElement(using: &random),
          let action =
            offer.action(.text(["mia@example.org", Sitting.code].randomElement(using: &random) ?? ""))
            ?? offer.action(.none)
        {
          sitting.do(action)
          #expect(sitting.state.standing == before)
        }
        let effects = sitting.effects
        if random.next() % 6 == 0 { sitting.do(.left(route)) }
        for effect in effects {
          switch effect {
          case .enter: sitting.send(random.next() % 2 == 0 ? .notEntered(.wrong) : .entered(.mia))
          case .count(let reason, let window):
            sitting.send(.counted(Unsent(Int(random.next() % 3)), reason, in: window))
          case .leave:
            sitting.send([.left, .unsentLeft(Unsent(2)), .notLeft(.noServer)].randomElement(using: &random) ?? .left)
          case .account(let task, _): sitting.send(.worked(task.anyOutcome(using: &random)))
          case .listen, .weigh, .look: break
          }
        }
        #expect(sitting.state.underWay == nil)
        if random.next() % 8 == 0 { #expect(Audit.findings(of: sitting.screen(route), theme: .plain) == []) }
      }
    }
  }
}

extension Route {
  static let all: [Route] = [.account, .signIn, .signUp, .recover, .confirm, .password, .email]
}

extension AccountTask {
  /// An outcome that the task may have.
  func anyOutcome(using random: inout Seeded) -> AccountOutcome {
    guard random.next() % 3 > 0 else { return .failed(.wrongCode) }
    return switch self {
    case .mail: .mailed
    case .confirm(.emailChange, _, _): .confirmed(nil)
    case .confirm: .confirmed(.mia)
    case .changePassword: .passwordChanged
    case .changeEmail: .emailChanged(isDone: random.next() % 2 == 0)
    case .depart: .departed(.sample)
    case .arrive: .arrived(.signedIn(.mia))
    case .unlink: .unlinked
    }
  }
}
