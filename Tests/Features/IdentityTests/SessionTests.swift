import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Session and profile owner") struct SessionTests {
  let context = FeatureContext()

  private func begin(_ world: World) async -> (Identity, WindowID) {
    let identity = Identity(on: context, needs: world.needs)
    await identity.send(.begin)
    await heard(identity) { $0.standing != .unknown }
    return (identity, context.identifiers.next())
  }

  /// The session's message has no receipt until it is on its way, so this waits for the resulting state.
  private func heard(_ identity: Identity, _ isSo: (IdentityState) -> Bool) async {
    for await state in identity.states.listen() where isSo(state) && state.underWay == nil { break }
    await context.settling.settled()
  }

  private func enter(
    _ identity: Identity, _ window: WindowID, _ account: Account, _ form: IdentityWindowState.Form = .signIn
  ) async {
    await identity.send(.typeEmail(account.email), from: window)
    await identity.send(.typePassword(Redacted(Sitting.password)), from: window)
    await identity.send(.submit(form), from: window)
    await context.settling.settled()
  }

  @Test("A profile without an owner is claimed on disk before the shell hears about the sign-in")
  func claimed() async {
    let world = World(on: context)
    let (identity, window) = await begin(world)
    let ear = identity.events.listen()
    let asked = Locked<[String]?>(nil)
    let listening = Task {
      await ear.hear { news in
        if news == .said(.signedIn(.mia)) { asked.withLock { $0 = world.asked } }
      }
    }
    defer { listening.cancel() }
    await enter(identity, window, .mia)
    #expect(asked.withLock { $0 } == ["sign in", "claim mia@example.org"])
    #expect(identity.states.value.standing == .signedIn(.mia))
  }

  @Test("Signing in with another account drops the session, claims nothing and says why")
  func owned() async {
    let world = World(.expired(.mia), owner: .mia, on: context)
    let (identity, window) = await begin(world)
    await enter(identity, window, .ben)
    await heard(identity) { $0.standing == .expired(.mia) }
    #expect(world.asked == ["sign in", "drop"])
    let nodes = identity.states.value.screen(.account, in: Surroundings(now: Sitting.now), at: window).nodes
    #expect(
      nodes.contains {
        $0.label == "This profile belongs to mia@example.org. Sign out there first, or use another profile."
      })
    #expect(nodes.contains { $0.label == "E-mail" && $0.value == "ben@example.org" })
  }

  @Test("No account is created in a profile that has an owner")
  func noSecond() async {
    let world = World(on: context)
    let (identity, window) = await begin(world)
    world.change { $0.owner = .mia }
    await enter(identity, window, Account(id: .numbered(9), email: "new@example.org"), .signUp)
    #expect(world.asked.isEmpty && identity.states.value.windows[window].problem?.code == "profile-owned")
  }

  @Test("If the claim cannot be written, the sign-in fails and the session is dropped")
  func unclaimed() async {
    let world = World(on: context)
    world.change { $0.claimFails = true }
    let (identity, window) = await begin(world)
    await enter(identity, window, .mia)
    await heard(identity) { $0.standing == .local }
    #expect(world.asked == ["sign in", "drop"] && identity.states.value.windows[window].problem == .noServer)
  }

  @Test("A session present at the start is checked against the owner too")
  func started() async {
    let own = World(.signedIn(.mia), owner: .mia, on: context)
    #expect(await begin(own).0.states.value.standing == .signedIn(.mia) && own.asked.isEmpty)
    let free = World(.signedIn(.mia), on: context)
    #expect(await begin(free).0.states.value.standing == .signedIn(.mia))
    #expect(free.asked == ["claim mia@example.org"])
    let others = World(.signedIn(.ben), owner: .mia, on: context)
    #expect(await begin(others).0.states.value.standing == .expired(.mia) && others.asked == ["drop"])
    let unwritten = World(.signedIn(.mia), on: context)
    unwritten.change { $0.claimFails = true }
    #expect(await begin(unwritten).0.states.value.standing == .expired(.mia))
  }

  @Test("A lost session keeps the profile's owner, who is asked to sign in again")
  func lost() async {
    let world = World(.local, owner: .mia, on: context)
    let (identity, _) = await begin(world)
    #expect(identity.states.value.standing == .expired(.mia))
  }

  @Test("A new account is signed in, and unsent entries are kept")
  func made() async {
    let world = World(on: context)
    world.change { $0.unsent = 7 }
    let (identity, window) = await begin(world)
    await identity.send(.appeared(.signUp), from: window)
    await context.settling.settled()
    #expect(identity.states.value.windows[window].waiting == 7)
    await enter(identity, window, Account(id: .numbered(3), email: "new@example.org"), .signUp)
    #expect(identity.states.value.standing.account?.email == "new@example.org")
    #expect(world.asked == ["sign up", "claim new@example.org"] && world.held.withLock { $0.unsent } == 7)
  }

  @Test("Signing out discards only what was confirmed")
  func agreed() async {
    let world = World(.signedIn(.mia), owner: .mia, on: context)
    let (identity, window) = await begin(world)
    await identity.send(.askToSignOut, from: window)
    await context.settling.settled()
    #expect(identity.states.value.windows[window].losing == Unsent(0))
    // An entry is added while the dialog is open.
    world.change { $0.unsent = 1 }
    await identity.send(.signOut, from: window)
    await context.settling.settled()
    #expect(world.asked.isEmpty && identity.states.value.windows[window].losing == Unsent(1))
    await identity.send(.signOut, from: window)
    await context.settling.settled()
    await heard(identity) { $0.standing == .local }
    #expect(world.asked == ["sign out, discarding"])
  }

  @Test("A session change during a sign-in is evaluated after it")
  func meanwhile() async {
    let world = World(on: context)
    let (identity, window) = await begin(world)
    world.hold()
    await identity.send(.typeEmail(Account.mia.email), from: window)
    await identity.send(.typePassword(Redacted(Sitting.password)), from: window)
    await identity.send(.submit(.signIn), from: window)
    // Another process of the same session is refused its refresh.
    await identity.send(.heard(.expired(.mia)))
    #expect(identity.states.value.standing == .local)
    world.release()
    await heard(identity) { $0.standing == .signedIn(.mia) }
    #expect(world.asked == ["sign in", "claim mia@example.org"])
    world.says(.expired(.mia))
    await heard(identity) { $0.standing == .expired(.mia) }
    #expect(identity.states.value.standing == .expired(.mia))
  }

  @Test("Beginning twice listens once; losing the stream listens again")
  func listening() {
    var state = IdentityState()
    #expect(state.receive(.begin, at: Sitting.now) == [.run(.listen, .standing("standing"))])
    #expect(state.receive(.begin, at: Sitting.now).isEmpty)
    #expect(state.receive(.lostTrack, at: Sitting.now) == [.run(.listen, .standing("standing"))])
  }
}
