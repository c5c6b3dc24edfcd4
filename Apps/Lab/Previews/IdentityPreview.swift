internal import FoundationEssentials
internal import Identity
internal import Interface
internal import Kernel
internal import Navigation
internal import ProductKit
internal import Shell

extension Product {
  /// A preview of Identity, with in-memory session and accounts.
  static let previewIdentity = Product(
    id: "stage", name: "Identity", tagline: "Identity alone.", theme: .plain,
    home: Tab("Account", icon: .person, at: Route(["account"])), tabs: [],
    unavailable: "Content unavailable. Showing your account."
  ) { environment in
    let session = StageSession(environment.context)
    let identity = Identity(on: environment.context, needs: session.needs)
    return PersonFeatures(begin: { await identity.send(.begin) }) { window in
      let binding = IdentityBinding(identity, in: window.id)
      let states = identity.states
      return WindowComposition(
        eventRoutes: [binding.eventRoute { session.sync() }],
        surroundings: { $0.isSignedIn = states.value.standing.isSignedIn }, pages: binding.pages)
    }
  }
}

/// An in-memory session: accounts that signed up can sign in again, and two entries count as unsent.
private final class StageSession: Sendable {
  private struct Held {
    var accounts: [String: (account: Account, password: Redacted<String>)] = [:]
    var owner: Account?
    var unsent = 2
    var standing = Standing.local
  }

  private let held = Locked(Held())
  private let standing = Broadcast<Standing>.Source()
  private let person: FeatureContext

  init(_ person: FeatureContext) { self.person = person }

  func sync() { held.withLock { $0.unsent = 0 } }

  var needs: IdentityNeeds {
    IdentityNeeds(
      standing: {
        let stream = self.standing.broadcast.listen()
        self.standing.say(self.held.withLock { $0.standing }, settling: self.person.settling)
        return stream
      },
      signUp: { email, password throws(Problem) in
        let made = Account(id: self.person.identifiers.uuid(), email: email)
        let isNew = self.held.withLock { held in
          guard held.accounts[email] == nil else { return false }
          held.accounts[email] = (made, password)
          held.standing = .signedIn(made)
          return true
        }
        guard isNew else {
          throw Problem("account-exists", "There is an account of that address already.", remedy: "Sign in instead.")
        }
        return .signedIn(made)
      },
      signIn: { email, password throws(Problem) in
        guard let known = self.held.withLock({ $0.accounts[email] }), known.password == password else {
          throw Problem(
            "wrong-password", "The address and the password do not belong together.",
            remedy: "Look at both, or create an account.")
        }
        self.held.withLock { $0.standing = .signedIn(known.account) }
        return known.account
      },
      signOut: { _ throws(Problem) in
        self.held.withLock { held in
          held.owner = nil
          held.unsent = 0
          held.standing = .local
        }
      },
      drop: { self.held.withLock { $0.standing = .local } }, unsent: { self.held.withLock { $0.unsent } },
      owner: { self.held.withLock { $0.owner } },
      claim: { account throws(Problem) in self.held.withLock { $0.owner = account } })
  }
}
