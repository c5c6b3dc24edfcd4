import Covers
import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Signing in with a provider") struct ProviderTests {
  private let google = SignInProvider("google")
  private let answer = BrowserAnswer.returned(Redacted("troupe://callback?state=s&code=c"))

  private func link(_ number: UInt8, _ provider: SignInProvider) -> ProviderLink {
    ProviderLink(id: .numbered(number), provider: provider, email: Account.mia.email)
  }

  @Test("Providers are offered once the server names them, and never without a browser", .covers("pa-R1.9"))
  func offered() {
    var sitting = Sitting()
    sitting.do(.appeared(.signIn))
    #expect(sitting.effects.contains(.look(.providers, nil, in: sitting.window)))
    #expect(!sitting.nodes(.signIn).contains { $0.label.hasPrefix("Continue with") })
    sitting.send(.offered([SignInProvider("apple"), google, SignInProvider("keycloak")], in: sitting.window))
    for route in [Route.signIn, .signUp] {
      #expect(
        sitting.nodes(route).map(\.label).filter { $0.hasPrefix("Continue with") }
          == ["Continue with Apple", "Continue with Google", "Continue with Keycloak"])
    }
  }

  @Test("The browser gets the address, and its return signs in and leads on")
  func signsIn() {
    var sitting = Sitting()
    sitting.do(.goTo(google))
    #expect(sitting.effects == [.account(.depart(google, isLinking: false), in: sitting.window)])
    sitting.send(.worked(.departed(.sample)))
    #expect(sitting.told == [.browserAsked(.sample)])
    #expect(sitting.says("Continue with Google in your browser.", at: .signIn))
    // Forms stay usable meanwhile.
    #expect(sitting.node("Sign in", at: .signIn)?.state.isDisabled == false)
    sitting.do(.returned(answer))
    #expect(sitting.effects == [.account(.arrive(answer), in: sitting.window)])
    sitting.send(.worked(.arrived(.signedIn(.mia))))
    #expect(sitting.events == [.signedIn(.mia)] && sitting.told.last == .ledOn(.account))
  }

  @Test("A cancelled visit changes nothing; a browser that does not open and a denied sign-in are reported")
  func notAdmitted() {
    var sitting = Sitting()
    sitting.do(.goTo(google))
    sitting.send(.worked(.departed(.sample)))
    sitting.do(.returned(.cancelled))
    #expect(sitting.steps.isEmpty && sitting.state.standing == .local)
    #expect(!sitting.says("Continue with Google in your browser.", at: .signIn))
    sitting.do(.returned(.failed))
    #expect(sitting.steps.isEmpty && sitting.says(Problem.noBrowser.sentence, at: .signIn))
    let denied = Problem("sign-in-denied", "The sign-in was declined.", remedy: "Try again.")
    sitting.do(.returned(answer))
    sitting.send(.worked(.failed(denied)))
    #expect(sitting.says(denied.sentence, at: .signIn) && sitting.state.standing == .local)
    #expect(sitting.told == [.told(Toast(denied))])
  }

  @Test("A token without a visit is ignored, and the button Cancel ends a visit")
  func unasked() {
    var sitting = Sitting()
    sitting.do(.returned(.token(Redacted("t"))))
    #expect(sitting.steps.isEmpty)
    sitting.do(.goTo(google))
    sitting.send(.worked(.departed(.sample)))
    sitting.do(.cancelVisit)
    sitting.do(.returned(.token(Redacted("t"))))
    #expect(sitting.steps.isEmpty)
  }

  @Test(
    "While signed in a provider is linked instead, and a return that signs somebody else in is refused by the profile")
  func linking() async {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.goTo(google))
    #expect(sitting.effects == [.account(.depart(google, isLinking: true), in: sitting.window)])
    let context = FeatureContext()
    let world = World(.local, owner: .mia, on: context)
    world.change { $0.arrival = .signedIn(.ben) }
    let identity = Identity(on: context, needs: world.needs)
    let window: WindowID = context.identifiers.next()
    await identity.send(.begin)
    for await state in identity.states.listen() where state.standing == .expired(.mia) { break }
    await identity.send(.account(.returned(answer)), from: window)
    await context.settling.settled()
    #expect(world.asked == ["return", "drop"])
    #expect(identity.states.value.windows[window].problem?.code == "profile-owned")
  }

  @Test("The last way in cannot be unlinked; any other one asks first")
  func unlinking() {
    var sitting = Sitting(.signedIn(.mia))
    let (one, two) = (link(7, google), link(8, SignInProvider("apple")))
    sitting.send(.looked(AccountWays(hasPassword: false, links: [one]), of: Account.mia.id))
    #expect(sitting.node("Unlink Google")?.state.isDisabled == true)
    sitting.do(.askToUnlink(one))
    sitting.do(.unlink)
    #expect(sitting.effects.isEmpty)
    for ways in [
      AccountWays(hasPassword: true, links: [one]), AccountWays(hasPassword: false, links: [one, two]),
    ] {
      sitting.send(.looked(ways, of: Account.mia.id))
      sitting.do(.askToUnlink(one))
      #expect(sitting.screen().dialog?.label == "Unlink Google?")
      sitting.do(.keepLink)
      #expect(sitting.screen().dialog == nil)
      sitting.do(.askToUnlink(one))
      sitting.do(.unlink)
      #expect(sitting.effects == [.account(.unlink(one), in: sitting.window)])
      sitting.send(.worked(.unlinked))
      #expect(sitting.told.contains(.told(Toast("Google is unlinked.", tone: .success))))
    }
  }

  @Test("The account's page shows the address and each way in, and offers to link only what is not linked")
  func page() {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.appeared(.account))
    #expect(sitting.effects.contains(.look(.ways, Account.mia.id, in: sitting.window)))
    sitting.send(.offered([SignInProvider("apple"), google], in: sitting.window))
    sitting.send(.looked(AccountWays(hasPassword: true, links: [link(7, google)]), of: Account.mia.id))
    #expect(sitting.node("Password")?.value == "Set" && sitting.node("Password")?.destination == .password)
    #expect(sitting.node("Google")?.value == "mia@example.org" && sitting.node("E-mail")?.destination == .email)
    #expect(sitting.node("Link Apple") != nil && sitting.node("Link Google") == nil)
    // An answer about another account is not shown.
    sitting.send(.looked(AccountWays(hasPassword: false, links: []), of: Account.ben.id))
    #expect(sitting.node("Password")?.value == "Set")
    let parts = sitting.state.parts(of: .account, in: Surroundings(now: Sitting.now), at: sitting.window)
    #expect(parts.takesSections && parts.bottom.map(\.label) == ["Sign out"])
    #expect(!sitting.state.parts(of: .password, in: Surroundings(now: Sitting.now), at: sitting.window).takesSections)
  }
}
