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
        surroundings: { $0.isSignedIn = states.value.standing.isSignedIn }, banner: nil, pages: binding.pages,
        browsing: binding.browsing)
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
    var links: [ProviderLink] = []
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
      signUp: { email, password, _ throws(Problem) in
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
      drop: { self.held.withLock { $0.standing = .local } }, unsent: { Unsent(self.held.withLock { $0.unsent }) },
      owner: { self.held.withLock { $0.owner } },
      claim: { account throws(Problem) in self.held.withLock { $0.owner = account } }, account: account)
  }

  /// An in-memory account: every code is 123456, and Google is linked at once.
  private var account: AccountNeeds {
    AccountNeeds(
      mail: { _, _, _ throws(Problem) in },
      confirm: { purpose, email, code throws(Problem) in
        guard code == Redacted("123456"), let known = self.held.withLock({ $0.accounts[email]?.account }) else {
          throw Problem(
            "auth-code", "The code is wrong or has expired.", safe: "Nothing was changed.",
            remedy: "Check the newest mail, or ask for a new one.")
        }
        self.held.withLock { $0.standing = .signedIn(known) }
        return known
      },
      changePassword: { current, new throws(Problem) in
        let isRight = self.held.withLock { held in
          guard case .signedIn(let account) = held.standing, let known = held.accounts[account.email],
            current == nil || current == known.password
          else { return false }
          held.accounts[account.email] = (account, new)
          return true
        }
        guard isRight else {
          throw Problem(
            "auth-current-password", "The current password is not right.", safe: "Your password was not changed.",
            remedy: "Type it again.")
        }
      },
      changeEmail: { email, _, _ throws(Problem) in
        self.held.withLock { held in
          guard case .signedIn(let account) = held.standing,
            let known = held.accounts.removeValue(forKey: account.email)
          else { return }
          let moved = Account(id: account.id, email: email)
          held.accounts[email] = (moved, known.password)
          held.standing = .signedIn(moved)
        }
        return true
      }, ways: { () throws(Problem) in AccountWays(hasPassword: true, links: self.held.withLock { $0.links }) },
      providers: { _ throws(Problem) in [SignInProvider("apple"), SignInProvider("google")] },
      depart: { provider, _, _ throws(Problem) in
        BrowserVisit(
          address: "https://example.org/sign-in", callback: "troupe://callback?state=1", provider: provider.id,
          nonce: "n")
      },
      arrive: { _ throws(Problem) in
        let made = Account(id: self.person.identifiers.uuid(), email: "person@example.org")
        self.held.withLock { held in
          held.standing = .signedIn(made)
          held.links = [
            ProviderLink(id: self.person.identifiers.uuid(), provider: SignInProvider("google"), email: made.email)
          ]
        }
        return .signedIn(made)
      }, unlink: { link throws(Problem) in self.held.withLock { $0.links.removeAll { $0.id == link } } })
  }
}
